// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/model/record/candidate.h"
#include "core/model/record/dialogue.h"
#include "core/model/record/evaluation.h"
#include "core/model/record/goldenrecord.h"
#include "core/model/record/importedfile.h"
#include "core/model/record/run.h"
#include "core/model/record/task.h"
#include "core/model/record/transition.h"
#include "core/records/reading/evaluationparts.h"

#include <memory>
#include <stop_token>
#include <string>
#include <utility>
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
    /// The first evaluations, if there are too many for memory. Null: all are in `evaluations`.
    std::shared_ptr<EvaluationSpill> spilled;
    std::vector<Evaluation> evaluations;
    std::vector<Dialogue> dialogues; ///< of the samples of these evaluations
    std::vector<Transition> transitions;
    std::vector<GoldenRecord> golden;
    std::vector<ImportedFile> files;  ///< all files read; in only one batch of a source
    std::vector<JsonProblem> skipped; ///< skipped by skipBad, each with "file:line:field"
    std::vector<std::string> notes; ///< about changes such as flags and renames, one sentence each

    /// Reading them fails with Cancelled after a stop request.
    EvaluationParts allEvaluations(std::stop_token stop = {}) const
    {
        return {spilled.get(), evaluations, std::move(stop)};
    }
};

} // namespace loupe
