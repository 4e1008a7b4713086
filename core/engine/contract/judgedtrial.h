// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/judge/nestedcomparison.h"
#include "core/model/evaluation.h"
#include "core/platforms/host/calloutcome.h"

#include <algorithm>
#include <csignal>
#include <utility>

namespace loupe {

/// The trial came to what its call came to.
inline void judgeBy(const CallOutcome &outcome, Trial &trial)
{
    trial.verdict = outcome.verdict;
    trial.message = outcome.message;
    trial.signal = outcome.signal;
}

/// The trial came to what its result is worth.
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

/// A call that gave no result. A process that answers without one is the candidate's own, and does
/// not do what it was asked.
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

/// Whether SIGKILL ended a trial. The engine never sends it without another verdict: either the
/// candidate asks for it, and will again, or somebody else did this to it.
inline bool wasKilled(const Evaluation &evaluation)
{
    return std::ranges::any_of(evaluation.trials, [](const Trial &trial) {
        return trial.verdict == Verdict::Crashed && trial.signal == SIGKILL;
    });
}

} // namespace loupe
