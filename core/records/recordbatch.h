// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/model/candidate.h"
#include "core/model/evaluation.h"
#include "core/model/run.h"
#include "core/model/task.h"
#include "core/model/transition.h"

#include <string>
#include <vector>

namespace loupe {

/// Everything one file of records says, as plain values. Evaluations and transitions name their
/// task and method; each of those is in `tasks` and `methods`.
struct RecordBatch {
    std::string format; ///< "kbx-corpus"
    std::string source; ///< the file, for people
    std::string digest; ///< SHA-256 of the file: the same records are imported once
    int records = 0;    ///< understood
    Run run;
    std::vector<Task> tasks;
    std::vector<Method> methods;
    std::vector<Evaluation> evaluations;
    std::vector<Transition> transitions;
    std::vector<JsonProblem> skipped; ///< what skipBad left out, "file:line:field" each
    std::vector<std::string> notes;   ///< what was marked or renamed, one sentence each
};

} // namespace loupe
