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

/// Records that become one run: those of one device, baseline and setting, as plain values.
/// Evaluations, transitions and golden records name their task and method, which are in `tasks` and
/// `methods`.
struct RecordBatch {
    std::string format; ///< "kbx-corpus"
    std::string source; ///< file or folder, for messages
    std::string digest; ///< SHA-256 of the files read, so that the same records are imported once
    int records = 0;    ///< number of records read
    Run run;
    std::vector<Task> tasks;
    std::vector<Method> methods;
    std::vector<Evaluation> evaluations;
    std::vector<Dialogue> dialogues; ///< of the samples of these evaluations
    std::vector<Transition> transitions;
    std::vector<GoldenRecord> golden;
    std::vector<ImportedFile> files;  ///< all files read; in only one batch of a source
    std::vector<JsonProblem> skipped; ///< skipped by skipBad, each with "file:line:field"
    std::vector<std::string> notes; ///< about changes such as flags and renames, one sentence each
};

} // namespace loupe
