// SPDX-License-Identifier: Apache-2.0
#include "core/engine/clocks/countersanswer.h"
#include "core/engine/clocks/pairedclocks.h"
#include "core/engine/clocks/physics.h"
#include "core/engine/clocks/timingrecord.h"
#include "core/engine/contract/judgedtrial.h"
#include "core/engine/machine/gpustate.h"
#include "core/engine/machine/machine.h"
#include "core/engine/python/oracleconversation.h"
#include "core/engine/python/pythonevaluator.h"
#include "core/engine/python/pythonwork.h"
#include "core/engine/python/strictpoints.h"
#include "core/engine/python/timedalone.h"
#include "core/engine/python/timedcalls.h"

#include <utility>

namespace loupe {

Status PythonEvaluator::time(Work &work, const PythonPhase &phase)
{
    auto together = turn(work);
    StageSeconds::Part preparing(work.seconds, "prepare baseline");
    const auto began = std::chrono::steady_clock::now();
    const auto seat = oracle(work.stop);
    if (!seat)
        return seat.error();
    auto made = phase.isStreamed ? work.task->stream(**seat, phase, work.stop)
                                 : work.task->reference(**seat, phase, work.stop);
    if (!made)
        return made.error();
    std::optional<PythonTrial> streamed;
    if (phase.isStreamed) {
        streamed = phase.trials.front().plan();
        if (Status done = (*made)->oracle.make((*made)->phase, *streamed); !done)
            return done;
    }
    const PythonTrial &trial = streamed ? *streamed : phase.largestTrial();
    if (Status done = makeFreshInputs(work, phase, **made, trial, 0); !done)
        return done;
    if (std::exchange(work.isReferenceSpoilt, false)) {
        made = work.task->stream(**seat, phase, work.stop);
        if (!made)
            return made.error();
    }
    std::unique_ptr<TrialStream> reference = std::move(*made);
    if (Status called = work.task->callTimed(*reference, phase, trial); !called)
        return called;
    preparing.stop();
    if (Status formed = useBaseline(work, *reference->child, phase); !formed)
        return formed.error();
    StageSeconds::Part calling(work.seconds, "prepare candidate");
    const Json call = timedCallOf(phase, trial, work.task->task().entry);
    const Seconds deadline(m_context.settings.limits.callSeconds + 1.0);
    PairedClocks clocks(*reference->child, *work.subject, call, m_context.clock, deadline,
                        work.stop);
    const auto isReady = makeReady(work, call, trial, clocks);
    if (!isReady)
        return isReady.error();
    calling.stop();
    together.reset();
    Status kept = *isReady ? keepTiming(work, phase, trial, reference, clocks) : Status();
    work.evaluation.timeMs = millisecondsSince(began);
    if (kept && m_context.rules.baseline == BaselineForm::Eager)
        work.task->giveBack(**seat, std::move(reference->child));
    return kept;
}

Result<bool> PythonEvaluator::makeReady(Work &work, const Json &call, const PythonTrial &trial,
                                        PairedClocks &clocks)
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
        endTiming(work, given.outcome, when);
        return false;
    }
    if (failed == &clocks.candidate()) {
        endTiming(work, failed->last(), when);
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

Status PythonEvaluator::keepTiming(Work &work, const PythonPhase &phase, const PythonTrial &trial,
                                   std::unique_ptr<TrialStream> &reference, PairedClocks &clocks)
{
    const auto timed = timeProcesses(work, phase, trial, reference, clocks);
    if (!timed)
        return timed.error();
    if (!*timed)
        return {};
    keepSpeedup((*timed)->estimate, baselineName(), work.evaluation, (*timed)->allowance);
    keepWork(workOf(trial.caseName, trial.given, trial.expected), {}, m_context.ceilings,
             work.evaluation);
    if (m_context.rules.counters) {
        const TimedAlone alone(m_lease, m_reporter);
        takeCounters(work, phase);
    }
    return {};
}

Result<std::optional<PairedTiming>>
PythonEvaluator::timeAlone(Work &work, const PythonPhase &phase, const std::string &caseName,
                           TrialStream &reference, PairedClocks &clocks, const TimingPolicy &policy,
                           std::optional<FreshCalls> &fresh)
{
    StageSeconds::Part queueing(work.seconds, "wait for the timing lease");
    const TimedAlone alone(m_lease, m_reporter);
    queueing.stop();
    const StageSeconds::Part measuring(work.seconds, "timing alone");
    auto timing = measure(work, caseName, policy, clocks);
    if (!timing || !*timing || !work.fresh)
        return timing;
    const SpeedupEstimate estimate = allowingForProcesses(
        estimateSpeedup((*timing)->baselineMs, (*timing)->candidateMs), betweenProcesses());
    if (estimate.high <= gainsNothing)
        return timing;
    auto looked = lookAfresh(work, phase, *reference.child, clocks);
    if (!looked)
        return looked.error();
    fresh = std::move(*looked);
    return timing;
}

Result<std::optional<PairedTiming>>
PythonEvaluator::timeAndJudge(Work &work, const PythonPhase &phase, const PythonTrial &trial,
                              TrialStream &reference, PairedClocks &clocks,
                              const TimingPolicy &policy)
{
    std::optional<FreshCalls> fresh;
    auto timing = timeAlone(work, phase, trial.caseName, reference, clocks, policy, fresh);
    if (!timing || !*timing)
        return timing;
    if (!work.isTimingOver) {
        const auto together = turn(work);
        const StageSeconds::Part judging(work.seconds, "judge what was timed");
        if (Status judged = judgeTimedResults(work, phase, trial, *reference.child, fresh); !judged)
            return judged.error();
    }
    if (fresh && work.fresh && !work.isTimingOver && !phase.isGrouped) {
        const StageSeconds::Part confirming(work.seconds, "judge what was timed");
        auto confirmed = confirmLeftOut(work, phase, trial, reference, clocks, fresh->look);
        if (!confirmed)
            return confirmed.error();
        if (*confirmed)
            timing = std::move(*confirmed);
    }
    if (work.isTimingOver)
        return std::optional<PairedTiming>();
    return timing;
}

double PythonEvaluator::betweenProcesses() const
{
    return m_context.clock.method == TimingMethod::Host ? hostProcessHalfWidth : processHalfWidth;
}

std::string PythonEvaluator::baselineName() const
{
    return std::string(name(m_context.rules.baseline)) + " reference (" + m_context.rules.device
        + ")";
}

Result<std::optional<PairedTiming>> PythonEvaluator::measure(Work &work,
                                                             const std::string &caseName,
                                                             const TimingPolicy &policy,
                                                             PairedClocks &clocks)
{
    TimingConditions conditions;
    conditions.before = readGpuState(m_context.rules.device);
    const auto turns = clocks.takeTurns();
    if (turns && !turns->whyNotAhead().empty()) {
        const Json why{{"case", caseName}, {"not_ahead_because", turns->whyNotAhead()}};
        const std::string line = "\nkloupe timing: " + why.dump() + "\n";
        if (work.notes.find(line) == std::string::npos) // of another process before
            work.notes += line;
    }
    const double overheadMs = clocks.takeOffAsking();
    PairedTiming timing = timeInPairs(
        PairedClocks::block(clocks.baseline()), PairedClocks::block(clocks.candidate()),
        clocks.policy(policy), work.stop, [&clocks] { clocks.keepFromHere(); }, clocks.start());
    conditions.after = readGpuState(m_context.rules.device);
    if (timing.end == TimingEnd::Cancelled)
        return cancelledRun();
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
        endTiming(work, clocks.candidate().last(), "right when verified, failed while timed: ");
        return std::optional<PairedTiming>();
    }
    clocks.takeSecondOpinions();
    if (work.stop.stop_requested())
        return cancelledRun();
    clocks.keep(caseName, overheadMs, work.evaluation);
    work.notes += clocks.describe(caseName, conditions, work.evaluation);
    return std::optional(std::move(timing));
}

void PythonEvaluator::takeCounters(Work &work, const PythonPhase &phase)
{
    Json request{{"do", "time"},
                 {"calls", 1},
                 {"method", "counters"},
                 {"grad", phase.protocol.timing.gradEnabled}};
    if (phase.style == PythonStyle::Calls)
        request["function"] = work.task->task().entry;
    // Each kernel runs once for each pass, with its memory saved and restored.
    const Seconds deadline(20 * m_context.settings.limits.callSeconds);
    const auto answer = work.subject->ask(std::move(request), nullptr, deadline, work.stop);
    work.evaluation.counters = answer.outcome.verdict == Verdict::Correct
        ? countersFrom(answer.body)
        : CounterProfile{"cupti", {}, {}, {}, "the call ended with: " + answer.outcome.message,
                         {},      {}};
}

Status PythonEvaluator::useBaseline(Work &work, PythonChild &baseline, const PythonPhase &phase)
{
    const BaselineForm form = m_context.rules.baseline;
    if (form == BaselineForm::Eager)
        return {};
    if (phase.style != PythonStyle::Model)
        return Error{Errc::Unsupported,
                     "only references that are models have another baseline than eager",
                     "baseline",
                     "leave --baseline out for this suite",
                     {}};
    const StageSeconds::Part making(work.seconds, "make baseline");
    Json request{
        {"do", "baseline"}, {"kind", name(form)}, {"grad", phase.protocol.timing.gradEnabled}};
    // What a compiler makes depends on the processor, too, which a shared folder does not tell.
    const std::string compiled = std::string(name(form)) + "\n" + processorName() + "\n"
        + work.task->task().implementation;
    auto known = m_compiledReferences.find(compiled);
    const bool isKnown = known.has_value();
    if (isKnown)
        request["artifacts"] = std::move(*known);
    const auto answer = baseline.ask(std::move(request), nullptr,
                                     Seconds(m_context.settings.limits.buildSeconds), work.stop);
    if (work.stop.stop_requested())
        return cancelledRun();
    if (Status room = hadRoom(answer.outcome, m_context); !room)
        return room;
    if (answer.outcome.verdict != Verdict::Correct)
        return Error{Errc::Unsupported,
                     "the reference has no baseline " + std::string(name(form))
                         + " here: " + answer.outcome.message,
                     "baseline", "use --baseline eager", failureText(answer.body)};
    const Status kept = m_compiledReferences.keep(compiled, answer.body.value("artifacts", Json()));
    const Json note{
        {"form", name(form)}, {"compiled_before", isKnown}, {"kept", static_cast<bool>(kept)}};
    work.notes += "\nkloupe baseline: " + note.dump() + "\n";
    return {};
}

Status PythonEvaluator::judgeTimedResults(Work &work, const PythonPhase &phase,
                                          const PythonTrial &timed, PythonChild &baseline,
                                          const std::optional<FreshCalls> &fresh)
{
    if (work.freshFailure)
        return judgeFreshFailure(work, phase);
    // Only where the reference, called as often, still gives its first result: else it has a state
    // or draws random numbers, and so may the candidate.
    const auto isStill = [&](PythonChild &side) -> Result<Trial> {
        const auto answer = side.ask(lastResultOf(phase, false), nullptr,
                                     Seconds(m_context.settings.limits.callSeconds), work.stop);
        if (work.stop.stop_requested())
            return cancelledRun();
        if (Status room = hadRoom(answer.outcome, m_context); !room && &side == &baseline)
            return room.error();
        if (answer.outcome.verdict != Verdict::Correct || !answer.value)
            return trialWithoutResult(answer.outcome);
        return judgedTrial(
            compare(ruleOf(phase.protocol, timed), timed.expected, *answer.value, work.stop));
    };
    const bool isFunction = phase.style == PythonStyle::Calls;
    if (phase.style != PythonStyle::Model && !isFunction)
        return {};
    const auto reference = isStill(baseline);
    if (!reference)
        return reference.error();
    const bool isReferenceStill = reference->verdict == Verdict::Correct;
    if (!isReferenceStill && !isFunction) {
        if (work.fresh)
            work.excuses[freshPoint] = "the reference, timed, gives another result";
        work.fresh.reset();
        return {};
    }
    if (isReferenceStill) {
        auto candidate = isStill(*work.subject);
        if (!candidate)
            return candidate.error();
        PythonTrial after = timed.plan();
        after.caseName += " after timing";
        if (Status kept = keepTimedTrial(work, std::move(*candidate), after,
                                         "right when verified, wrong while timed: ");
            !kept)
            return kept;
    }
    if (work.isTimingOver || !work.fresh)
        return {};
    if (!fresh)
        return judgeLateInputs(work, phase, *work.fresh, baseline);
    if (Status judged = judgeFresh(work, phase, *fresh, baseline);
        !judged || work.isTimingOver || !work.fresh)
        return judged;
    return m_context.settings.device == "cpu" ? Status()
                                              : judgeLateInputs(work, phase, timed, baseline);
}

void PythonEvaluator::endTiming(Work &work, const CallOutcome &outcome, const char *when)
{
    // The suite never looks at what it times, so its verdict stands.
    dropSpeedup(work.evaluation);
    work.isTimingOver = true;
    work.evaluation.strictVerdict = outcome.verdict;
    work.evaluation.message = when + outcome.message;
    if (!m_context.judgesBySuite())
        work.evaluation.verdict = outcome.verdict;
}

} // namespace loupe
