// SPDX-License-Identifier: Apache-2.0
//
// What a timed candidate is given besides the inputs that it is timed with, in their place: others
// that nothing in its process has ever seen.
#include "core/engine/clocks/timingrecord.h"
#include "core/engine/contract/judgedtrial.h"
#include "core/engine/python/oracleconversation.h"
#include "core/engine/python/phaseplan.h"
#include "core/engine/python/pythonevaluator.h"
#include "core/engine/python/pythonwork.h"
#include "core/engine/python/strictpoints.h"
#include "core/engine/python/timedalone.h"
#include "core/engine/python/timedcalls.h"

#include <algorithm>
#include <string_view>

namespace loupe {

namespace {

/// A case of the same task that is not the timed one; null where there is none.
const PythonTrial *otherThan(const PythonTrial &timed, const std::vector<PythonTrial> &trials)
{
    const auto other = std::ranges::find_if(trials, [&](const PythonTrial &each) {
        return each.point.empty() && each.index != timed.index;
    });
    return other == trials.end() ? nullptr : &*other;
}

} // namespace

Status PythonEvaluator::makeFreshInputs(Work &work, const PythonPhase &phase, TrialStream &maker,
                                        const PythonTrial &timed, int number)
{
    work.fresh.reset();
    const bool isLookedAt = phase.style == PythonStyle::Model || phase.style == PythonStyle::Calls;
    if (!phase.isStrict || !phase.protocol.isOn(freshPoint) || !isLookedAt)
        return {};
    if (isTooLargeForOther(timed, m_context.limits())) {
        work.excuses[freshPoint] = "inputs and result take more than "
            + std::to_string(m_context.limits().otherTimed >> 20) + " MB";
        return {};
    }
    if (phase.style == PythonStyle::Calls)
        return makeOtherValues(work, phase, maker, timed, number);
    const PythonTrial *otherCase = phase.isGrouped ? otherThan(timed, phase.trials) : nullptr;
    if (phase.isGrouped && otherCase == nullptr) {
        work.excuses[freshPoint] = "there are no other inputs";
        return {};
    }
    PythonTrial trial = otherCase != nullptr ? otherCase->plan() : timed.plan();
    trial.caseName = "fresh inputs " + std::to_string(number + 1);
    if (otherCase == nullptr) {
        trial.drawSeed = secretSeed(m_context.seed, work.item.task->name, firstFreshSeed + number);
        trial.seed = std::to_string(*trial.drawSeed);
    }
    if (Status made = maker.oracle.make(maker.phase, trial);
        !made && made.error().code == Errc::InvalidInput && maker.child->isAlive()) {
        work.excuses[freshPoint] = made.error().message;
        return {};
    } else if (!made) {
        return made;
    }
    work.fresh = std::move(trial);
    return {};
}

Result<std::optional<FreshCalls>> PythonEvaluator::lookAfresh(Work &work, const PythonPhase &phase,
                                                              PythonChild &baseline,
                                                              PairedClocks &clocks)
{
    const auto placing = [&](PythonChild &side) {
        return [&] {
            const Json request{{"do", "time"},
                               {"calls", 0},
                               {"place", "same"},
                               {"tf32", true}, // of the reference, as it is timed
                               {"grad", phase.protocol.timing.gradEnabled}};
            return side
                .ask(request, &work.fresh->given, Seconds(m_context.settings.limits.callSeconds),
                     work.stop)
                .outcome;
        };
    };
    const auto turns = clocks.takeTurns();
    auto calls = clocks.lookAfresh(placing(baseline), placing(*work.subject));
    if (work.stop.stop_requested())
        return cancelledRun();
    if (calls)
        return calls;
    if (const CallOutcome &failed = clocks.baseline().last(); failed.verdict != Verdict::Correct) {
        if (Status room = hadRoom(failed, m_context); !room)
            return room.error();
        work.excuses[freshPoint] = "the reference, called so, fails: " + failed.message;
    } else if (phase.style == PythonStyle::Calls) {
        work.freshFailure = clocks.candidate().last();
        return calls;
    } else {
        endTiming(work, clocks.candidate().last(),
                  "right when verified, failed on fresh inputs at the timed addresses: ");
    }
    work.fresh.reset();
    return calls;
}

Status PythonEvaluator::judgeFresh(Work &work, const PythonPhase &phase, const FreshCalls &calls,
                                   PythonChild &baseline)
{
    const auto judged = [&](PythonChild &side, const ElementGlimpse &glimpse) -> Result<Trial> {
        const auto kept = side.ask(lastResultOf(phase, true), nullptr,
                                   Seconds(m_context.settings.limits.callSeconds), work.stop);
        if (work.stop.stop_requested())
            return cancelledRun();
        if (Status room = hadRoom(kept.outcome, m_context); !room && &side == &baseline)
            return room.error();
        if (kept.outcome.verdict != Verdict::Correct || !kept.value)
            return trialWithoutResult(kept.outcome);
        if (kept.value->tensors && !glimpse.stillHolds(*kept.value->tensors))
            return judgedTrial(CallOutcome{Verdict::BrokeProtocol,
                                           "its result changed after the call had returned", 0});
        return judgedTrial(compare(freshRuleOf(work, phase, *work.fresh), work.fresh->expected,
                                   *kept.value, work.stop));
    };
    // That of a function was called twice when they were made.
    if (phase.style == PythonStyle::Model) {
        const auto reference = judged(baseline, calls.ofBaseline);
        if (!reference)
            return reference.error();
        if (reference->verdict != Verdict::Correct) {
            work.excuses[freshPoint] = "the reference, called so, gives another result";
            work.fresh.reset();
            return {};
        }
    }
    auto candidate = judged(*work.subject, calls.ofCandidate);
    if (!candidate)
        return candidate.error();
    return keepFreshTrial(work, phase, std::move(*candidate), *work.fresh,
                          "right when verified, wrong on other inputs at the timed addresses: ");
}

Status PythonEvaluator::judgeLateInputs(Work &work, const PythonPhase &phase,
                                        const PythonTrial &given, PythonChild &baseline)
{
    // The call goes the way of the timed ones, and its inputs lie where theirs did. They arrive
    // while it is being made: work on a stream that does not wait for the caller's reads the old.
    const Seconds deadline(m_context.settings.limits.callSeconds);
    Json late = timedCallOf(phase, given, work.task->task().entry);
    late.update({{"calls", 1}, {"place", "same"}, {"late", true}});
    const auto call = [&](PythonChild &side) -> Result<Trial> {
        auto answer = side.ask(late, &given.given, deadline, work.stop);
        if (answer.outcome.verdict == Verdict::Correct)
            answer = side.ask(lastResultOf(phase, false), nullptr, deadline, work.stop);
        if (work.stop.stop_requested())
            return cancelledRun();
        if (Status room = hadRoom(answer.outcome, m_context); !room && &side == &baseline)
            return room.error();
        if (answer.outcome.verdict != Verdict::Correct || !answer.value)
            return trialWithoutResult(answer.outcome);
        const bool isFresh = work.fresh && &given == &*work.fresh;
        const NestedRule rule
            = isFresh ? freshRuleOf(work, phase, given) : ruleOf(phase.protocol, given);
        return judgedTrial(compare(rule, given.expected, *answer.value, work.stop));
    };
    const auto reference = call(baseline);
    if (!reference)
        return reference.error();
    if (reference->verdict != Verdict::Correct) {
        work.excuses[freshPoint] = "the reference, called so, gives another result";
        return {};
    }
    auto candidate = call(*work.subject);
    if (!candidate)
        return candidate.error();
    PythonTrial arriving = given.plan();
    arriving.caseName += " in their place, arriving late";
    const char *const when = "right when verified, wrong on inputs that arrive late: ";
    return work.fresh && &given == &*work.fresh
        ? keepFreshTrial(work, phase, std::move(*candidate), arriving, when)
        : keepTimedTrial(work, std::move(*candidate), arriving, when);
}

Result<std::optional<PairedTiming>>
PythonEvaluator::confirmLeftOut(Work &work, const PythonPhase &phase, const PythonTrial &timed,
                                TrialStream &reference, PairedClocks &clocks,
                                const FreshLook &first)
{
    std::optional<PairedTiming> none;
    std::vector<FreshLook> looks{first};
    while (!shortestOf(looks).bearsOut() && std::ssize(looks) < mostLooks) {
        {
            const auto together = turn(work);
            if (Status made
                = makeFreshInputs(work, phase, reference, timed, static_cast<int>(looks.size()));
                !made)
                return made.error();
            if (!work.fresh)
                return none;
        }
        std::optional<FreshCalls> calls;
        {
            const TimedAlone alone(m_lease, m_reporter);
            auto looked = lookAfresh(work, phase, *reference.child, clocks);
            if (!looked)
                return looked.error();
            calls = std::move(*looked);
        }
        const auto together = turn(work);
        if (Status judged = calls ? judgeFresh(work, phase, *calls, *reference.child)
                                  : judgeFreshFailure(work, phase);
            !judged)
            return judged.error();
        if (!calls || work.isTimingOver || !work.fresh)
            return none;
        looks.push_back(calls->look);
    }
    Json said = Json::array();
    for (const FreshLook &look : looks)
        said.push_back(toJson(look));
    work.notes += "\nkloupe fresh calls: " + said.dump() + "\n";
    if (!showsLeftOut(shortestOf(looks)))
        return none;
    PairedTiming fresh = timingOf(looks);
    keepFreshTimes(work, fresh, clocks.method(), timed.caseName);
    return std::optional(std::move(fresh));
}

void PythonEvaluator::keepFreshTimes(Work &work, const PairedTiming &timing, TimingMethod method,
                                     const std::string &caseName) const
{
    const bool isHost = method == TimingMethod::Host;
    const std::string_view counted = clockName(method);
    std::erase_if(work.evaluation.timings, [&](const TimingSeries &series) {
        return series.clock == counted && series.caseName == caseName;
    });
    loupe::keepTiming(timing, isHost ? judgedBlocksClock : counted, caseName, baselineName(), 0,
                      work.evaluation);
    addFlag(work.evaluation, "repeats_left_out");
}

Status PythonEvaluator::keepTimedTrial(Work &work, Trial trial, const PythonTrial &given,
                                       const char *when)
{
    if (trial.verdict == Verdict::Correct)
        return {};
    trial.index = static_cast<int>(work.evaluation.trials.size());
    trial.caseName = given.caseName;
    trial.seed = given.seed;
    endTiming(work, {trial.verdict, trial.message, 0}, when);
    work.evaluation.trials.push_back(std::move(trial));
    return {};
}

} // namespace loupe
