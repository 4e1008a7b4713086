// SPDX-License-Identifier: Apache-2.0
#include "core/engine/contract/judgedtrial.h"
#include "core/engine/python/oracleconversation.h"
#include "core/engine/python/pythonevaluator.h"
#include "core/engine/python/pythonwork.h"
#include "core/engine/python/strictpoints.h"

#include <algorithm>

namespace loupe {

namespace {

/// A plain trial of other inputs; null where there is none.
const PythonTrial *otherThan(const PythonTrial &timed, const std::vector<PythonTrial> &trials)
{
    const auto other = std::ranges::find_if(trials, [&](const PythonTrial &each) {
        return each.point.empty() && each.index != timed.index;
    });
    return other == trials.end() ? nullptr : &*other;
}

} // namespace

Status PythonEvaluator::makeOtherInputs(Work &work, const PythonPhase &phase, TrialStream &maker,
                                        const PythonTrial &timed)
{
    const PythonTrial *other = otherThan(timed, phase.trials);
    if (!phase.isStrict || !phase.protocol.isOn("fresh_timed_inputs") || other == nullptr
        || !m_context.arrays.empty() || isTooLargeForOther(timed, m_context.limits()))
        return {};
    work.otherTimed = other->plan();
    return maker.oracle.make(maker.phase, *work.otherTimed);
}

Status PythonEvaluator::judgeOtherInputs(Work &work, const PythonPhase &phase,
                                         const PythonTrial &timed, PythonChild &baseline)
{
    if (!phase.isStrict || !phase.protocol.isOn("fresh_timed_inputs"))
        return {};
    if (isTooLargeForOther(timed, m_context.limits())) {
        work.excuses["fresh_timed_inputs"] = "inputs and result take more than "
            + std::to_string(m_context.limits().otherTimed >> 20) + " MB";
        return {};
    }
    const PythonTrial *other = work.otherTimed ? &*work.otherTimed : otherThan(timed, phase.trials);
    if (other == nullptr || !m_context.arrays.empty()) {
        work.excuses["fresh_timed_inputs"]
            = "there are no other inputs, or candidates take no tensors of torch";
        return {};
    }
    // The call goes the way of the timed ones, and its inputs lie where theirs did. They arrive
    // while it is being made: work on a stream that does not wait for the caller's reads the old.
    const Seconds deadline(m_context.settings.limits.callSeconds);
    const auto call = [&](PythonChild &side) -> Result<Trial> {
        auto answer = side.ask({{"do", "time"},
                                {"calls", 1},
                                {"place", "same"},
                                {"late", true},
                                {"grad", phase.protocol.timing.gradEnabled}},
                               &other->given, deadline, work.stop);
        if (answer.outcome.verdict == Verdict::Correct)
            answer = side.ask({{"do", "last_result"}}, nullptr, deadline, work.stop);
        if (work.stop.stop_requested())
            return cancelledRun();
        if (&side == &baseline) {
            if (Status room = hadRoom(answer.outcome, m_context); !room)
                return room.error();
        }
        if (answer.outcome.verdict != Verdict::Correct || !answer.value)
            return trialWithoutResult(answer.outcome);
        return judgedTrial(
            compare(ruleOf(phase.protocol, *other), other->expected, *answer.value, work.stop));
    };
    const auto reference = call(baseline);
    if (!reference)
        return reference.error();
    if (reference->verdict != Verdict::Correct) {
        work.excuses["fresh_timed_inputs"] = "the reference, called so, gives another result";
        return {};
    }
    auto candidate = call(*work.subject);
    if (!candidate)
        return candidate.error();
    if (candidate->verdict == Verdict::Correct)
        return {};
    Trial trial = std::move(*candidate);
    trial.index = static_cast<int>(work.evaluation.trials.size());
    trial.caseName = other->caseName + " in the place of the timed inputs";
    endTiming(work, {trial.verdict, trial.message, 0},
              "right when verified, wrong on other inputs at the timed addresses: ");
    work.evaluation.trials.push_back(std::move(trial));
    return {};
}

} // namespace loupe
