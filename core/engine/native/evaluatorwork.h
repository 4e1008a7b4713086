// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/files.h"
#include "core/engine/contract/evaluationparts.h"
#include "core/engine/native/tasksession.h"

#include <filesystem>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace loupe {

/// One candidate on its way through the evaluator.
struct EvaluatorWork {
    TaskSession &session;
    std::stop_token stop;
    Evaluation evaluation;
    std::filesystem::path library;
    std::shared_ptr<const TemporaryFolder> libraryFolder; ///< where the cache does not have it
    const std::vector<TrialData> *trials = nullptr;
    std::unique_ptr<NativeSubject> subject;
    std::string notes;  ///< of the timing, for the run log
    bool ended = false; ///< a verdict was reached that ends the work

    /// The candidate runs on the GPU. In a run on a GPU a reference can be judged on the processor.
    bool isOnDevice() const { return evaluation.candidate.language == "cuda"; }

    void end(Verdict verdict, std::string message)
    {
        evaluation.verdict = verdict;
        evaluation.strictVerdict = verdict;
        evaluation.message = std::move(message);
        ended = true;
    }
};

} // namespace loupe
