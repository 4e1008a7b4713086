// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/judge/nestedcomparison.h"
#include "core/model/record/evaluation.h"
#include "core/platforms/host/calloutcome.h"

#include <algorithm>
#include <csignal>
#include <utility>

namespace loupe {

/// Sets the trial's outcome to that of its call.
inline void judgeBy(const CallOutcome &outcome, Trial &trial)
{
    trial.verdict = outcome.verdict;
    trial.message = outcome.message;
    trial.signal = outcome.signal;
}

/// Sets the trial's outcome to that of its result's comparison.
inline void judgeBy(NestedComparison comparison, Trial &trial)
{
    trial.verdict = comparison.verdict;
    trial.message = std::move(comparison.message);
    trial.outputs = std::move(comparison.outputs);
}

inline Trial judgedTrial(const CallOutcome &outcome)
{
    Trial trial;
    judgeBy(outcome, trial);
    return trial;
}

/// Judges a call that gave no result. A process that answers without one is the candidate's own and
/// broke the protocol.
inline Trial trialWithoutResult(const CallOutcome &outcome)
{
    Trial trial = judgedTrial(outcome);
    if (trial.verdict == Verdict::Correct) {
        trial.verdict = Verdict::BrokeProtocol;
        trial.message = "it answered without a result";
    }
    return trial;
}

inline Result<Trial> judgedTrial(Result<NestedComparison> comparison)
{
    if (!comparison)
        return comparison.error();
    Trial trial;
    judgeBy(std::move(*comparison), trial);
    return trial;
}

/// Returns whether SIGKILL ended a trial. The engine never sends it without another verdict. Either
/// the candidate caused it, and will again, or another process sent it.
inline bool wasKilled(const Evaluation &evaluation)
{
    return std::ranges::any_of(evaluation.trials, [](const Trial &trial) {
        return trial.verdict == Verdict::Crashed && trial.signal == SIGKILL;
    });
}

} // namespace loupe
