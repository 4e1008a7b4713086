// SPDX-License-Identifier: Apache-2.0
#include "core/engine/oracleconversation.h"
#include "core/engine/pythonevaluator.h"
#include "core/engine/pythonwork.h"
#include "core/engine/timingrecord.h"

namespace loupe {

using Seconds = std::chrono::duration<double>;

Status PythonEvaluator::time(Work &work, const PythonPhase &phase)
{
    const auto began = std::chrono::steady_clock::now();
    const auto oracle = server(PythonRole::Oracle, work.stop);
    if (!oracle)
        return oracle.error();
    std::optional<PythonTrial> made;
    if (phase.isStreamed) {
        const auto stream = work.task->stream(**oracle, phase, work.stop);
        if (!stream)
            return stream.error();
        made = phase.trials.front().plan();
        if (Status done = (*stream)->oracle.make((*stream)->phase, *made); !done)
            return done;
    }
    const PythonTrial &trial = made ? *made : phase.largestTrial();
    const auto baseline = work.task->baseline(**oracle, phase, trial, work.stop);
    if (!baseline)
        return baseline.error();
    Json request{{"do", "forward"}, {"grad", phase.protocol.timing.gradEnabled}};
    if (phase.style == PythonStyle::Calls)
        request["function"] = work.task->task().entry;
    const auto ready = work.subject->ask(std::move(request), &trial.given,
                                         Seconds(m_context.settings.limits.callSeconds), work.stop);
    if (work.stop.stop_requested())
        return cancelledRun();
    Status kept;
    if (ready.outcome.verdict == Verdict::Correct)
        kept = keepTiming(work, phase, trial, **baseline);
    else
        endTiming(work, ready.outcome, "while being prepared for timing: ");
    work.evaluation.timeMs = millisecondsSince(began);
    return kept;
}

Status PythonEvaluator::keepTiming(Work &work, const PythonPhase &phase, const PythonTrial &trial,
                                   PythonChild &baseline)
{
    const Seconds deadline(m_context.settings.limits.callSeconds + 1.0);
    CallOutcome last;
    const auto block = [&](PythonChild &side) {
        return [&](int calls) -> std::optional<double> {
            Json request{
                {"do", "time"}, {"calls", calls}, {"grad", phase.protocol.timing.gradEnabled}};
            if (phase.style == PythonStyle::Calls)
                request["function"] = work.task->task().entry;
            last = side.ask(std::move(request), nullptr, deadline, work.stop).outcome;
            return last.verdict == Verdict::Correct ? std::optional(last.seconds) : std::nullopt;
        };
    };
    const TimedBlock baselineBlock = block(baseline);
    const TimedBlock candidateBlock = block(*work.subject);
    const double overheadMs = emptyBlockMs(candidateBlock);
    const PairedTiming timing
        = timeInPairs(baselineBlock, candidateBlock, m_context.timing, work.stop);
    if (timing.end == TimingEnd::Cancelled)
        return cancelledRun();
    if (timing.end == TimingEnd::BaselineFailed)
        return Error{Errc::Internal,
                     "the reference failed while it was timed: " + last.message,
                     work.item.task->name,
                     {},
                     {}};
    if (timing.end == TimingEnd::CandidateFailed) {
        endTiming(work, last, "right when verified, failed while timed: ");
        return {};
    }
    loupe::keepTiming(timing, trial.caseName, "eager reference (" + m_context.settings.device + ")",
                      overheadMs, work.evaluation);
    return judgeTimedResult(work, phase, trial, baseline);
}

Status PythonEvaluator::judgeTimedResult(Work &work, const PythonPhase &phase,
                                         const PythonTrial &timed, PythonChild &baseline)
{
    // Only where the reference, called as often, still gives its first result: else it has a state
    // or draws random numbers, and so may the candidate.
    const Bundle &expected = timed.expected;
    const auto isStill = [&](PythonChild &side) -> Result<NestedComparison> {
        const auto answer = side.ask({{"do", "last_result"}}, nullptr,
                                     Seconds(m_context.settings.limits.callSeconds), work.stop);
        if (work.stop.stop_requested())
            return cancelledRun();
        if (answer.outcome.verdict != Verdict::Correct || !answer.value)
            return NestedComparison{answer.outcome.verdict, answer.outcome.message, {}};
        return compare(phase, expected, *answer.value, work.stop);
    };
    if (phase.style != PythonStyle::Model)
        return {};
    const auto reference = isStill(baseline);
    if (!reference)
        return reference.error();
    if (reference->verdict != Verdict::Correct)
        return {};
    auto candidate = isStill(*work.subject);
    if (!candidate)
        return candidate.error();
    if (candidate->verdict == Verdict::Correct)
        return {};
    Trial trial;
    trial.index = static_cast<int>(work.evaluation.trials.size());
    trial.caseName = timed.caseName + " after timing";
    trial.verdict = candidate->verdict;
    trial.message = candidate->message;
    trial.outputs = std::move(candidate->outputs);
    endTiming(work, {trial.verdict, trial.message, 0}, "right when verified, wrong while timed: ");
    work.evaluation.trials.push_back(std::move(trial));
    return {};
}

void PythonEvaluator::endTiming(Work &work, const CallOutcome &outcome, const char *when)
{
    // The suite never looks at what it times, so its verdict stands.
    dropSpeedup(work.evaluation);
    work.evaluation.strictVerdict = outcome.verdict;
    work.evaluation.message = when + outcome.message;
    if (!m_context.judgesBySuite())
        work.evaluation.verdict = outcome.verdict;
}

} // namespace loupe
