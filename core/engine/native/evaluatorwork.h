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

/// State of one candidate's evaluation.
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
    std::shared_ptr<const TemporaryFolder> libraryFolder; ///< null if the cache holds it
    const std::vector<TrialData> *trials = nullptr;
    std::optional<CallTensors> tensors; ///< tensors of the subject's calls; they outlive it
    std::unique_ptr<NativeSubject> subject;
    std::mt19937_64 random{std::random_device()()};
    std::string notes;       ///< about the timing, for the run log
    bool ended = false;      ///< a final verdict was reached
    bool canBeTimed = false; ///< all preparations for timing succeeded

    /// Returns whether the candidate runs on the GPU. In a GPU run a reference may run on the
    /// processor.
    bool isOnDevice() const { return evaluation.candidate.language == "cuda"; }

    void end(Verdict verdict, std::string message)
    {
        evaluation.verdict = verdict;
        evaluation.strictVerdict = verdict;
        evaluation.message = std::move(message);
        ended = true;
    }
};

/// Ends a timing without times: with the candidate's verdict in `last`, or with an error. An error
/// also drops the baseline process.
Status endTiming(EvaluatorWork &work, TimingEnd end, const CallOutcome &last);

class JudgedBlocks;

/// Ends the work if its timing failed or found a wrong result. Adds `trial`, which says how many
/// timed calls were judged. Returns whether the work has ended.
Result<bool> endIfFailed(EvaluatorWork &work, TimingEnd end, const JudgedBlocks &blocks,
                         Trial trial);

} // namespace loupe
