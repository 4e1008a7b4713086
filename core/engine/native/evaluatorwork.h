// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/files.h"
#include "core/engine/contract/evaluationparts.h"
#include "core/engine/native/calltensors.h"
#include "core/engine/native/tasksession.h"
#include "core/timing/pairedtiming.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <random>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace loupe {

/// One candidate on its way through the evaluator.
struct EvaluatorWork {
    EvaluatorWork(TaskSession &ofTask, std::stop_token stopped)
        : session(ofTask)
        , stop(std::move(stopped))
    {
    }

    TaskSession &session;
    std::stop_token stop;
    Evaluation evaluation;
    std::filesystem::path library;
    std::shared_ptr<const TemporaryFolder> libraryFolder; ///< where the cache does not have it
    const std::vector<TrialData> *trials = nullptr;
    std::optional<CallTensors> tensors; ///< that the subject was prepared with; they outlive it
    std::unique_ptr<NativeSubject> subject;
    std::mt19937_64 random{std::random_device()()};
    std::string notes;       ///< of the timing, for the run log
    bool ended = false;      ///< a verdict was reached that ends the work
    bool canBeTimed = false; ///< everything is there for it

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

/// Ends a timing that gave no times: by what `last` says of the candidate, or with an error, after
/// which the baseline's process is of no more use.
Status endTiming(EvaluatorWork &work, TimingEnd end, const CallOutcome &last);

} // namespace loupe
