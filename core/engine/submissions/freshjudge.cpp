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

namespace {

/// Calls a function on the work's fresh inputs.
PythonChild::Answer callOnFresh(const PythonShared &shared, PythonWork &work,
                                const PythonPhase &phase)
{
    Json call = timedCallOf(phase, *work.fresh, work.task->task().entry);
    call["do"] = "forward";
    call["check_inputs"] = false;
    if (!shared.context.arrays.empty())
        call["arrays"] = shared.context.arrays;
    return work.subject->ask(std::move(call), &work.fresh->given,
                             Seconds(shared.context.settings.limits.callSeconds), work.stop);
}

/// Judges the fresh inputs in a process that was never called before.
Result<Trial> judgeFirstCall(const PythonShared &shared, SubjectBuild &build, PythonWork &work,
                             const PythonPhase &phase)
{
    // A server has one child at a time, so the timed one must end.
    work.notes.insert(0, work.subject->output());
    const std::string source = work.loaded;
    auto answer = build.loadAgain(work, source);
    if (!answer)
        return answer.error();
    if (answer->outcome.verdict == Verdict::Correct) {
        *answer = callOnFresh(shared, work, phase);
        if (work.stop.stop_requested())
            return cancelledRun();
    }
    const PythonTrial &given = *work.fresh;
    auto judged = answer->outcome.verdict != Verdict::Correct || !answer->value
        ? Result<Trial>(trialWithoutResult(answer->outcome))
        : judgedTrial(shared.compare(freshRuleOf(work, phase, given), given.expected,
                                     *answer->value, work.stop));
    if (!work.subject->isAlive()) { // for the next timing
        if (auto another = build.loadAgain(work, source); !another)
            return another.error();
    }
    work.loaded = source;
    return judged;
}

} // namespace

Status judgeFreshBefore(const PythonShared &shared, SubjectBuild &build, PythonWork &work,
                        const PythonPhase &phase)
{
    if (!work.fresh || phase.style != PythonStyle::Calls)
        return {};
    const auto answer = callOnFresh(shared, work, phase);
    if (work.stop.stop_requested())
        return cancelledRun();
    auto judged = answer.outcome.verdict != Verdict::Correct || !answer.value
        ? Result<TimedTrial>(timedTrial(answer.outcome))
        : compareTimed(shared, work, freshRuleOf(work, phase, *work.fresh), *work.fresh,
                       *answer.value);
    if (!judged)
        return judged.error();
    const Verdict verdict = judged->trial.verdict;
    // The state of a result after its call had returned does not depend on the inputs.
    if (verdict != Verdict::Correct && verdict != Verdict::BrokeProtocol) {
        const auto first = judgeFirstCall(shared, build, work, phase);
        if (!first)
            return first.error();
        if (first->verdict != Verdict::Correct) {
            // A candidate already wrong by the strict rules on the test's inputs gets no flag.
            if (work.evaluation.strictVerdict == Verdict::Correct)
                addFlag(work.evaluation, "test_inputs_only");
            work.excuses[freshPoint] = "on " + work.fresh->caseName
                + " the candidate fails when it is first called, too: " + first->message;
            work.fresh.reset();
            return {};
        }
    }
    keepTimedTrial(shared.context, work, std::move(*judged), *work.fresh, "on unseen inputs");
    return {};
}

Status judgeLateCall(const PythonShared &shared, PythonWork &work, const PythonPhase &phase,
                     const PythonTrial &given, const PythonTrial &before, PythonChild &baseline)
{
    // The call is made like the timed ones, with inputs at the same addresses. They arrive during
    // the call, so that work on a stream that does not wait for the caller's reads the old ones.
    const Seconds deadline(shared.context.settings.limits.callSeconds);
    Json late = timedCallOf(phase, given, work.task->task().entry);
    late.update({{"calls", 1}, {"place", "same"}, {"late", true}});
    const NestedRule rule = ruleOf(phase.protocol, given);
    const std::array<const PythonTrial *, 1> layThere{&before};
    const auto call = [&](PythonChild &side) -> Result<TimedTrial> {
        auto answer = side.ask(late, &given.given, deadline, work.stop);
        if (answer.outcome.verdict == Verdict::Correct)
            answer = side.ask(lastResultOf(phase), nullptr, deadline, work.stop);
        if (work.stop.stop_requested())
            return cancelledRun();
        if (Status room = hadRoom(answer.outcome, shared.context); !room && &side == &baseline)
            return room.error();
        if (answer.outcome.verdict != Verdict::Correct || !answer.value)
            return timedTrial(answer.outcome);
        auto trial = compareTimed(shared, work, rule, given, *answer.value);
        if (!trial || &side == &baseline)
            return trial;
        const Status found = findKeptResult(shared, work, rule, layThere, *answer.value, *trial);
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
    keepTimedTrial(shared.context, work, std::move(*candidate), arriving,
                   "on inputs that arrive late");
    return {};
}

} // namespace loupe
