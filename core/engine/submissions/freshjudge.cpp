// SPDX-License-Identifier: Apache-2.0
#include "core/engine/submissions/freshjudge.h"

#include "core/engine/contract/judgedtrial.h"
#include "core/engine/python/oracleconversation.h"
#include "core/engine/python/strictpoints.h"
#include "core/engine/submissions/freshtrials.h"
#include "core/engine/submissions/timedcalls.h"
#include "core/engine/submissions/timingend.h"

#include <array>
#include <utility>

namespace loupe {

Result<std::optional<FreshCalls>> FreshJudge::look(PythonWork &work, const PythonPhase &phase,
                                                   PythonChild &baseline, PairedClocks &clocks,
                                                   PairedClocks::Before before) const
{
    const auto placing = [&](PythonChild &side) {
        return [&] {
            const Seconds deadline(m_context.settings.limits.callSeconds);
            const Json request{{"do", "time"},
                               {"calls", 0},
                               {"place", "same"},
                               // Applies to the reference, as it is timed.
                               {"tf32", mayUseTf32(m_context.rules.baseline)},
                               {"grad", phase.protocol.timing.gradEnabled}};
            return side.ask(request, &work.fresh->given, deadline, work.stop).outcome;
        };
    };
    const auto turns = clocks.takeTurns();
    auto calls = clocks.lookAfresh(placing(baseline), placing(*work.subject), before);
    if (work.stop.stop_requested())
        return cancelledRun();
    if (calls)
        return calls;
    if (const CallOutcome &failed = clocks.baseline().last(); failed.verdict != Verdict::Correct) {
        if (Status room = hadRoom(failed, m_context); !room)
            return room.error();
        work.excuses[freshPoint] = "the reference fails in this call: " + failed.message;
    } else if (phase.style == PythonStyle::Calls) {
        work.freshFailure = clocks.candidate().last();
        return calls;
    } else {
        endTiming(m_context, work, clocks.candidate().last(),
                  "right when verified, failed on fresh inputs at the timed addresses: ");
    }
    work.fresh.reset();
    return calls;
}

Status FreshJudge::judge(PythonWork &work, const PythonPhase &phase, const PythonTrial &timed,
                         const FreshCalls &calls, PythonChild &baseline) const
{
    const std::array<const PythonTrial *, 1> timedBefore{&timed};
    const NestedRule rule = freshRuleOf(work, phase, *work.fresh);
    const auto judged
        = [&](PythonChild &side, const ElementGlimpse &glimpse) -> Result<TimedTrial> {
        Json handOver = lastResultOf(phase, true);
        if (m_context.settings.device != "cpu")
            handOver["places"] = glimpse.places;
        const auto kept = side.ask(std::move(handOver), nullptr,
                                   Seconds(m_context.settings.limits.callSeconds), work.stop);
        if (work.stop.stop_requested())
            return cancelledRun();
        if (Status room = hadRoom(kept.outcome, m_context); !room && &side == &baseline)
            return room.error();
        if (kept.outcome.verdict != Verdict::Correct || !kept.value)
            return timedTrial(kept.outcome);
        const bool stillHolds = kept.value->tensors
            ? glimpse.stillHolds(*kept.value->tensors)
            : !kept.value->onDevice || glimpse.isSeenAgain(kept.body.value("glimpse", Json()));
        if (!stillHolds) {
            TimedTrial late = timedTrial(CallOutcome{
                Verdict::BrokeProtocol, "its result changed after the call had returned", 0});
            late.reason = "unfinished work";
            return late;
        }
        auto trial = m_timed.compare(work, rule, *work.fresh, *kept.value);
        if (!trial || &side == &baseline)
            return trial;
        const Status found = m_timed.findKept(work, rule, timedBefore, *kept.value, *trial);
        return found ? std::move(trial) : Result<TimedTrial>(found.error());
    };
    // A function was called twice when its inputs were made.
    if (phase.style == PythonStyle::Model) {
        const auto reference = judged(baseline, calls.ofBaseline);
        if (!reference)
            return reference.error();
        if (reference->trial.verdict != Verdict::Correct) {
            work.excuses[freshPoint] = "the reference gives another result in this call";
            work.fresh.reset();
            return {};
        }
    }
    auto candidate = judged(*work.subject, calls.ofCandidate);
    if (!candidate)
        return candidate.error();
    return keepTrial(work, phase, std::move(*candidate), *work.fresh,
                     "on other inputs at the timed addresses");
}

Status FreshJudge::judgeLate(PythonWork &work, const PythonPhase &phase, const PythonTrial &given,
                             const PythonTrial &before, PythonChild &baseline) const
{
    // The call is made like the timed ones, with inputs at the same addresses. They arrive during
    // the call, so that work on a stream that does not wait for the caller's reads the old ones.
    const Seconds deadline(m_context.settings.limits.callSeconds);
    Json late = timedCallOf(phase, given, work.task->task().entry);
    late.update({{"calls", 1}, {"place", "same"}, {"late", true}});
    const bool isFresh = work.fresh && &given == &*work.fresh;
    const NestedRule rule
        = isFresh ? freshRuleOf(work, phase, given) : ruleOf(phase.protocol, given);
    const std::array<const PythonTrial *, 1> layThere{&before};
    const auto call = [&](PythonChild &side) -> Result<TimedTrial> {
        auto answer = side.ask(late, &given.given, deadline, work.stop);
        if (answer.outcome.verdict == Verdict::Correct)
            answer = side.ask(lastResultOf(phase, false), nullptr, deadline, work.stop);
        if (work.stop.stop_requested())
            return cancelledRun();
        if (Status room = hadRoom(answer.outcome, m_context); !room && &side == &baseline)
            return room.error();
        if (answer.outcome.verdict != Verdict::Correct || !answer.value)
            return timedTrial(answer.outcome);
        auto trial = m_timed.compare(work, rule, given, *answer.value);
        if (!trial || &side == &baseline)
            return trial;
        const Status found = m_timed.findKept(work, rule, layThere, *answer.value, *trial);
        return found ? std::move(trial) : Result<TimedTrial>(found.error());
    };
    const auto reference = call(baseline);
    if (!reference)
        return reference.error();
    if (reference->trial.verdict != Verdict::Correct) {
        work.excuses[freshPoint] = "the reference gives another result in this call";
        return {};
    }
    auto candidate = call(*work.subject);
    if (!candidate)
        return candidate.error();
    PythonTrial arriving = given.plan();
    arriving.caseName += " in their place, arriving late";
    const char *const when = "on inputs that arrive late";
    if (isFresh)
        return keepTrial(work, phase, std::move(*candidate), arriving, when);
    keepTimedTrial(m_context, work, std::move(*candidate), arriving, when);
    return {};
}

Status FreshJudge::keepTrial(PythonWork &work, const PythonPhase &phase, TimedTrial judged,
                             const PythonTrial &given, const char *when) const
{
    const Verdict verdict = judged.trial.verdict;
    const auto keep = [&] {
        keepTimedTrial(m_context, work, std::move(judged), given, when);
        return Status();
    };
    // The state of a result after its call had returned does not depend on the inputs.
    if (verdict == Verdict::Correct || verdict == Verdict::BrokeProtocol
        || phase.style != PythonStyle::Calls)
        return keep();
    const auto first = judgeFirstCall(work, phase, *work.fresh);
    if (!first)
        return first.error();
    if (first->verdict == Verdict::Correct)
        return keep();
    // A candidate already wrong by the strict rules on the test's inputs gets no flag.
    if (work.evaluation.strictVerdict == Verdict::Correct)
        addFlag(work.evaluation, "test_inputs_only");
    work.excuses[freshPoint] = "on " + work.fresh->caseName
        + " the candidate fails when it is first called, too: " + first->message;
    work.fresh.reset();
    return {};
}

Status FreshJudge::judgeFailure(PythonWork &work, const PythonPhase &phase) const
{
    const auto failed = std::exchange(work.freshFailure, std::nullopt);
    if (!failed || !work.fresh)
        return {};
    return keepTrial(work, phase, {judgedTrial(*failed)}, *work.fresh,
                     "on fresh inputs at the timed addresses");
}

Result<Trial> FreshJudge::judgeFirstCall(PythonWork &work, const PythonPhase &phase,
                                         const PythonTrial &given) const
{
    // A server has one child at a time, so the timed one must end.
    work.notes.insert(0, work.subject->output());
    const std::string source = work.loaded;
    auto answer = m_build.loadAgain(work, source);
    if (!answer)
        return answer.error();
    if (answer->outcome.verdict == Verdict::Correct) {
        Json call = timedCallOf(phase, given, work.task->task().entry);
        call["do"] = "forward";
        call["check_inputs"] = false;
        if (!m_context.arrays.empty())
            call["arrays"] = m_context.arrays;
        *answer = work.subject->ask(std::move(call), &given.given,
                                    Seconds(m_context.settings.limits.callSeconds), work.stop);
        if (work.stop.stop_requested())
            return cancelledRun();
    }
    auto judged = answer->outcome.verdict != Verdict::Correct || !answer->value
        ? Result<Trial>(trialWithoutResult(answer->outcome))
        : judgedTrial(m_comparer.compare(freshRuleOf(work, phase, given), given.expected,
                                         *answer->value, work.stop));
    if (!work.subject->isAlive()) { // for the next timing
        if (auto another = m_build.loadAgain(work, source); !another)
            return another.error();
    }
    work.loaded = source;
    return judged;
}

} // namespace loupe
