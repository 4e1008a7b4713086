// SPDX-License-Identifier: Apache-2.0
#include "core/engine/submissions/pairtimer.h"

#include "core/engine/clocks/processoruse.h"
#include "core/engine/clocks/timingrecord.h"
#include "core/engine/contract/evaluationparts.h"
#include "core/engine/contract/judgedtrial.h"
#include "core/engine/machine/gpustate.h"
#include "core/engine/python/oracletrials.h"
#include "core/engine/python/strictpoints.h"
#include "core/engine/submissions/timedalone.h"
#include "core/engine/submissions/timedcalls.h"
#include "core/engine/submissions/timingend.h"

#include <utility>
#include <vector>

namespace loupe {

double betweenProcesses(const PythonContext &context)
{
    return processHalfWidthOf(clockName(context.clock.method));
}

PairTimer::PairTimer(const PythonShared &shared, const ResultComparer &comparer,
                     SubjectBuild &build)
    : m_shared(shared)
    , m_context(shared.context)
    , m_timed(shared.context, comparer)
    , m_fresh(shared, comparer)
    , m_freshJudge(shared, comparer, build)
    , m_leftOut(shared, m_fresh, m_freshJudge)
{
}

Result<bool> PairTimer::makeReady(PythonWork &work, const Json &call, const PythonTrial &trial,
                                  PairedClocks &clocks) const
{
    const char *const when = "while being prepared for timing: ";
    Json give = call;
    give["do"] = "give";
    if (!m_context.arrays.empty())
        give["arrays"] = m_context.arrays;
    const auto given = work.subject->ask(std::move(give), &trial.given,
                                         Seconds(m_context.settings.limits.callSeconds), work.stop);
    const CallClock *const failed
        = given.outcome.verdict == Verdict::Correct ? clocks.settle() : nullptr;
    if (work.stop.stop_requested())
        return cancelledRun();
    if (given.outcome.verdict != Verdict::Correct) {
        endTiming(m_context, work, given.outcome, when);
        return false;
    }
    if (failed == &clocks.candidate()) {
        endTiming(m_context, work, failed->last(), when);
        return false;
    }
    if (failed == nullptr)
        return true;
    if (Status room = hadRoom(failed->last(), m_context); !room)
        return room.error();
    return Error{Errc::Internal,
                 "the reference failed before it was timed: " + failed->last().message,
                 work.item.task->name,
                 {},
                 {}};
}

Result<std::optional<TimedPair>> PairTimer::time(PythonWork &work, const PythonPhase &phase,
                                                 const PythonTrial &trial, TrialStream &reference,
                                                 PairedClocks &clocks,
                                                 const TimingPolicy &policy) const
{
    std::optional<TimedPair> none;
    std::optional<FreshCalls> fresh;
    auto timing = timeAlone(work, phase, trial.caseName, reference, clocks, policy, fresh);
    if (!timing)
        return timing.error();
    if (!*timing)
        return none;
    if (!work.isTimingOver) {
        const auto together = m_shared.takeTurn(work.seconds);
        const StageSeconds::Part judging(work.seconds, "judge what was timed");
        if (Status judged = judgeTimed(work, phase, trial, *reference.child, fresh); !judged)
            return judged.error();
    }
    if (fresh && work.fresh && !work.isTimingOver && !phase.isGrouped) {
        const StageSeconds::Part confirming(work.seconds, "judge what was timed");
        auto ofFreshCalls = m_leftOut.confirm(work, phase, trial, reference, clocks, fresh->look);
        if (!ofFreshCalls)
            return ofFreshCalls.error();
        if (*ofFreshCalls)
            return std::optional(TimedPair{std::move(**ofFreshCalls), true});
    }
    return work.isTimingOver ? none : std::optional(TimedPair{std::move(**timing), false});
}

Result<std::optional<PairedTiming>>
PairTimer::timeAlone(PythonWork &work, const PythonPhase &phase, const std::string &caseName,
                     TrialStream &reference, PairedClocks &clocks, const TimingPolicy &policy,
                     std::optional<FreshCalls> &fresh) const
{
    StageSeconds::Part queueing(work.seconds, "wait for the timing lease");
    const TimedAlone alone(m_shared.lease, m_shared.reporter);
    queueing.stop();
    const StageSeconds::Part measuring(work.seconds, "timing alone");
    auto timing = measure(work, caseName, policy, clocks);
    if (!timing || !*timing || !work.fresh)
        return timing;
    const SpeedupEstimate estimate
        = allowingForProcesses(estimateSpeedup((*timing)->baselineMs, (*timing)->candidateMs),
                               betweenProcesses(m_context));
    if (estimate.high <= gainsNothing && !work.writesInputs)
        return timing;
    if (Status held = holdResults(work, phase, *reference.child); !held)
        return held.error();
    auto looked
        = m_freshJudge.look(work, phase, *reference.child, clocks, PairedClocks::Before::Nothing);
    if (!looked)
        return looked.error();
    fresh = std::move(*looked);
    return timing;
}

Result<std::optional<PairedTiming>> PairTimer::measure(PythonWork &work,
                                                       const std::string &caseName,
                                                       const TimingPolicy &policy,
                                                       PairedClocks &clocks) const
{
    TimingConditions conditions;
    conditions.before = readGpuState(m_context.rules.device);
    const auto turns = clocks.takeTurns();
    if (turns && !turns->whyNotAhead().empty()) {
        const Json why{{"case", caseName}, {"not_ahead_because", turns->whyNotAhead()}};
        const std::string line = "\nkloupe timing: " + why.dump() + "\n";
        if (work.notes.find(line) == std::string::npos) // another process may have added it
            work.notes += line;
    }
    const auto usedBefore = processorUseNow();
    const double ownBefore = clocks.cpuSeconds();
    const double overheadMs = clocks.takeOffAsking();
    PairedTiming timing = timeInPairs(
        PairedClocks::block(clocks.baseline()), PairedClocks::block(clocks.candidate()),
        clocks.policy(policy), work.stop, [&clocks] { clocks.keepFromHere(); }, clocks.start());
    const double others
        = shareOfOthers(usedBefore, processorUseNow(), clocks.cpuSeconds() - ownBefore);
    conditions.after = readGpuState(m_context.rules.device);
    if (timing.end == TimingEnd::Cancelled)
        return cancelledRun();
    if (turns && !turns->whyNotAhead().empty() && others > maxUseByOthers)
        addFlag(work.evaluation, "busy");
    const Status hasRoom = hadRoom(clocks.baseline().last(), m_context);
    if (timing.end == TimingEnd::BaselineFailed && !hasRoom)
        return hasRoom.error();
    if (timing.end == TimingEnd::BaselineFailed)
        return Error{Errc::Internal,
                     "the reference failed while it was timed: " + clocks.baseline().last().message,
                     work.item.task->name,
                     {},
                     {}};
    if (timing.end == TimingEnd::CandidateFailed) {
        endTiming(m_context, work, clocks.candidate().last(),
                  "right when verified, failed while timed: ");
        return std::optional<PairedTiming>();
    }
    clocks.takeSecondOpinions();
    if (work.stop.stop_requested())
        return cancelledRun();
    clocks.keep(caseName, overheadMs, work.evaluation);
    work.notes += clocks.describe(caseName, conditions, work.evaluation);
    return std::optional(std::move(timing));
}

Status PairTimer::holdResults(PythonWork &work, const PythonPhase &phase,
                              PythonChild &baseline) const
{
    const Json request{{"do", "hold_result"}, {"return_arguments", handsOverArguments(phase)}};
    for (PythonChild *side : {&baseline, work.subject.get()}) {
        const auto held = side->ask(request, nullptr,
                                    Seconds(m_context.settings.limits.callSeconds), work.stop);
        if (work.stop.stop_requested())
            return cancelledRun();
        if (Status room = hadRoom(held.outcome, m_context); !room && side == &baseline)
            return room;
    }
    return {}; // a failed process is reported by its next call
}

Result<TimedTrial> PairTimer::lastResult(PythonWork &work, const PythonPhase &phase,
                                         const PythonTrial &timed, PythonChild &side) const
{
    const auto answer = side.ask(lastResultOf(phase, false), nullptr,
                                 Seconds(m_context.settings.limits.callSeconds), work.stop);
    if (work.stop.stop_requested())
        return cancelledRun();
    if (Status room = hadRoom(answer.outcome, m_context); !room && &side != work.subject.get())
        return room.error();
    if (answer.outcome.verdict != Verdict::Correct || !answer.value)
        return timedTrial(answer.outcome);
    const NestedRule rule = ruleOf(phase.protocol, timed);
    auto judged = m_timed.compare(work, rule, timed, *answer.value);
    if (!judged || &side != work.subject.get())
        return judged;
    std::vector<const PythonTrial *> others;
    for (const PythonTrial &each : phase.trials) {
        if (each.index != timed.index && each.function == timed.function
            && each.expected.view().bytes() > 0)
            others.push_back(&each);
    }
    const Status found = m_timed.findKept(work, rule, others, *answer.value, *judged);
    return found ? std::move(judged) : Result<TimedTrial>(found.error());
}

Status PairTimer::judgeTimed(PythonWork &work, const PythonPhase &phase, const PythonTrial &timed,
                             PythonChild &baseline, const std::optional<FreshCalls> &fresh) const
{
    if (work.freshFailure)
        return m_freshJudge.judgeFailure(work, phase);
    const bool isFunction = phase.style == PythonStyle::Calls;
    if (phase.style != PythonStyle::Model && !isFunction)
        return {};
    // Only applies if the reference, called as often, still gives its first result. Otherwise it
    // has a state or draws random numbers, and so may the candidate.
    const auto reference = lastResult(work, phase, timed, baseline);
    if (!reference)
        return reference.error();
    const bool isReferenceStill = reference->trial.verdict == Verdict::Correct;
    if (!isReferenceStill && !isFunction) {
        if (work.fresh)
            work.excuses[freshPoint] = "the reference, timed, gives another result";
        work.fresh.reset();
        return {};
    }
    // A candidate that writes its inputs gets different ones in each call, so that only a fresh
    // call can judge it.
    if (isReferenceStill && !(work.writesInputs && fresh)) {
        auto candidate = lastResult(work, phase, timed, *work.subject);
        if (!candidate)
            return candidate.error();
        PythonTrial after = timed.plan();
        after.caseName += " after timing";
        keepTimedTrial(m_context, work, std::move(*candidate), after, "");
    }
    if (work.isTimingOver || !work.fresh)
        return {};
    if (!fresh)
        return m_freshJudge.judgeLate(work, phase, *work.fresh, timed, baseline);
    const PythonTrial &before = *work.fresh;
    if (Status judged = m_freshJudge.judge(work, phase, timed, *fresh, baseline);
        !judged || work.isTimingOver || !work.fresh)
        return judged;
    return m_context.settings.device == "cpu"
        ? Status()
        : m_freshJudge.judgeLate(work, phase, timed, before, baseline);
}

} // namespace loupe
