// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/model/candidate.h"
#include "core/model/dialogue.h"
#include "core/model/evaluation.h"
#include "core/model/goldenrecord.h"
#include "core/model/importedfile.h"
#include "core/model/run.h"
#include "core/model/task.h"
#include "core/model/transition.h"

#include <string>
#include <vector>

namespace loupe {

/// What becomes one run: all that a source of records says of one device, baseline and setting, as
/// plain values. Evaluations, transitions and golden records name their task and method; each of
/// those is in `tasks` and `methods`.
struct RecordBatch {
    std::string format; ///< "kbx-corpus"
    std::string source; ///< the file or folder, for people
    std::string digest; ///< SHA-256 of what was read: the same records are imported once
    int records = 0;    ///< understood
    Run run;
    std::vector<Task> tasks;
    std::vector<Method> methods;
    std::vector<Evaluation> evaluations;
    std::vector<Dialogue> dialogues; ///< of the samples of these evaluations
    std::vector<Transition> transitions;
    std::vector<GoldenRecord> golden;
    std::vector<ImportedFile> files;  ///< what was read, whole; in one batch of a source only
    std::vector<JsonProblem> skipped; ///< what skipBad left out, "file:line:field" each
    std::vector<std::string> notes;   ///< what was marked or renamed, one sentence each
};

} // namespace loupe
