// SPDX-License-Identifier: Apache-2.0
#include "core/engine/contract/earlyend.h"
#include "core/engine/contract/judgedtrial.h"
#include "core/engine/python/oracleconversation.h"
#include "core/engine/python/pythonevaluator.h"
#include "core/engine/python/pythonwork.h"
#include "core/engine/python/strictpoints.h"

#include <algorithm>

namespace loupe {

namespace {

/// TritonBench-G runs imports and functions of a candidate only.
bool losesConstants(const Protocol &protocol)
{
    const ProtocolToggle *toggle = protocol.toggle("only_functions_kept");
    return toggle != nullptr && toggle->state == ToggleState::AsShipped;
}

/// Says in the log that trials were left out.
void noteLeftOut(PythonWork &work, std::ptrdiff_t trials)
{
    const Json note{{"left_out", trials},
                    {"because", "a value was wrong, and the calls take long"},
                    {"call_seconds", work.callSeconds}};
    work.notes += "\nkloupe trials: " + note.dump() + "\n";
}

} // namespace

Status PythonEvaluator::runTrials(Work &work, const PythonPhase &phase, const std::string &source)
{
    if (phase.trials.empty()) {
        work.end(Verdict::NotRecorded, "the suite's test makes no call that can be repeated");
        return {};
    }
    // What the constructor left of the processor's generator says nothing where that makes no
    // input.
    const bool areOnDevice = m_context.rules.fastInputs && m_context.settings.device != "cpu"
        && std::none_of(phase.trials.begin(), phase.trials.end(),
                        [](const PythonTrial &trial) { return trial.madeOnHostInstead; });
    const bool follows
        = phase.followsCandidate() && work.generator != phase.generator && !areOnDevice;
    work.callSeconds = 0;
    std::unique_ptr<TrialStream> stream;
    OracleSeat *streamedOn = nullptr;
    if (phase.isStreamed || follows) {
        const auto seat = oracle(work.stop);
        if (!seat)
            return seat.error();
        const StageSeconds::Part making(work.seconds, "stream trials");
        auto started = work.task->stream(**seat, phase, work.stop);
        if (!started)
            return started.error();
        stream = std::move(*started);
        streamedOn = *seat;
        if (follows && !stream->oracle.follow(work.generator)) {
            if (work.stop.stop_requested())
                return cancelledRun();
            work.end(
                Verdict::BrokeProtocol,
                "its constructor leaves torch's random generator in no state that it can have");
            return {};
        }
    }
    for (const PythonTrial &planned : phase.trials) {
        std::optional<PythonTrial> made;
        if (stream) {
            made = planned.plan();
            const StageSeconds::Part making(work.seconds, "stream trials");
            if (Status done = stream->oracle.make(stream->phase, *made); !done)
                return done;
        }
        const PythonTrial &trial = made ? *made : planned;
        if (&planned == &phase.trials.front())
            noteSizes(work, phase, trial);
        if (!trial.notExact.empty())
            work.excuses["float64_oracle"] = trial.notExact;
        if (trial.growsArguments && phase.protocol.isOn("guarded_inputs"))
            work.excuses["guarded_inputs (" + trial.caseName + ")"]
                = "the reference gives an argument more memory, which guards do not let it";
        if (!trial.excused.empty()) {
            work.excuses[trial.point + " (" + trial.caseName + ")"] = trial.excused;
            continue;
        }
        auto judged = trial.weights ? judgeWithOtherWeights(work, phase, trial, source)
                                    : judgeTrial(work, phase, trial, source);
        if (!judged)
            return judged.error();
        if (made && work.firstResult && !work.firstExpected)
            work.firstExpected = std::move(made->expected);
        if (judged->verdict == Verdict::NotRecorded)
            continue;
        judged->index = static_cast<int>(work.evaluation.trials.size());
        const Verdict verdict = judged->verdict;
        if (verdict != Verdict::Correct && !work.hasEnded())
            work.end(verdict, judged->caseName + ": " + judged->message);
        work.evaluation.trials.push_back(std::move(*judged));
        // A process that died answers no further trial; a wrong value does not stop the others,
        // because which of them fail is what explains it.
        const bool isWrong = outcomeOf(verdict) == Outcome::Wrong;
        const bool stops
            = phase.protocol.stopsAtFirstFailure || m_context.rules.stopsAtFirstFailure;
        if (verdict != Verdict::Correct && (!isWrong || stops))
            break;
        const auto left = &phase.trials.back() - &planned;
        if (left > 0 && endsSlowAndWrong(work.verdict, work.callSeconds)) {
            noteLeftOut(work, left);
            break;
        }
    }
    if (stream)
        work.task->giveBack(*streamedOn, std::move(stream->child)); // timing starts it again
    return {};
}

Result<Trial> PythonEvaluator::judgeTrial(Work &work, const PythonPhase &phase,
                                          const PythonTrial &trial, const std::string &source)
{
    const BenchmarkTask &task = work.task->task();
    const auto &limits = m_context.settings.limits;
    Json request;
    Seconds deadline(limits.callSeconds);
    if (phase.style == PythonStyle::Script) {
        const bool isReduced = losesConstants(phase.protocol);
        request = scriptRequest(task, m_context, phase.protocol, isReduced ? "" : source);
        if (isReduced)
            request["functions_of"] = source;
        deadline = Seconds(limits.buildSeconds + limits.callSeconds);
    } else {
        // Only the strict rules say anything of inputs that a candidate changes.
        request = {{"do", "forward"},
                   {"grad", phase.protocol.gradInForward},
                   {"check_inputs", phase.isStrict}};
        if (!m_context.arrays.empty())
            request["arrays"] = m_context.arrays;
        if (phase.style == PythonStyle::Calls) {
            request["function"] = trial.function.empty() ? task.entry : trial.function;
            request["return_arguments"] = true;
        }
        if (trial.callSeed)
            request["seed"] = *trial.callSeed;
        else if (!trial.state.empty())
            request["rng_state"] = trial.state;
        addPoints(request, phase, trial);
    }
    const Bundle *given = phase.style == PythonStyle::Script ? nullptr : &trial.given;
    StageSeconds::Part calling(work.seconds, "trial calls");
    auto answer = work.subject->ask(std::move(request), given, deadline, work.stop);
    calling.stop();
    work.callSeconds += answer.outcome.seconds;
    if (work.stop.stop_requested())
        return cancelledRun();

    Trial out;
    out.caseName = trial.caseName;
    out.seed = trial.seed;
    if (trial.madeOnHostInstead)
        addFlag(work.evaluation, "inputs_made_on_host");
    judgeBy(answer.outcome, out);
    if (out.verdict != Verdict::Correct) {
        work.evaluation.buildLog += failureText(answer.body);
        return out;
    }
    if (!answer.value) {
        out.verdict = Verdict::ReturnedError;
        out.message = "it ended with code " + answer.body.value("exit_code", Json(0)).dump()
            + " and gave no result";
        return out;
    }
    StageSeconds::Part comparing(work.seconds, "compare");
    auto compared
        = compare(ruleOf(phase.protocol, trial), trial.expected, *answer.value, work.stop);
    comparing.stop();
    if (!compared)
        return compared.error();
    if (compared->isAsTimed)
        addFlag(work.evaluation, "as_timed");
    judgeBy(std::move(*compared), out);
    const auto changed = answer.body.find("changed_inputs");
    const bool wrote = changed != answer.body.end() && changed->is_array() && !changed->empty();
    if (phase.isStrict && phase.style == PythonStyle::Model && wrote && !trial.referenceWritesInputs
        && out.verdict == Verdict::Correct) {
        out.verdict = Verdict::WroteInput;
        out.message = "it changed an input that the reference leaves alone";
    }
    if (phase.isStrict && phase.style != PythonStyle::Script) {
        if (Status looked = judgePoints(work, phase, trial, answer, out); !looked)
            return looked.error();
    }
    return out;
}

Result<NestedComparison> PythonEvaluator::compare(const NestedRule &rule, const Bundle &expected,
                                                  const Bundle &actual, std::stop_token stop)
{
    return compareValues(rule, expected.value, expected.view(), actual.value, actual.view(),
                         std::move(stop));
}

Result<NestedComparison>
PythonEvaluator::compareValues(const NestedRule &rule, const Value &expected,
                               const TensorsView &expectedTensors, const Value &actual,
                               const TensorsView &actualTensors, std::stop_token stop)
{
    // Before a judge is taken: who has one may otherwise wait for whoever times and needs one.
    std::optional<TimingLease::Shared> together;
    if (TimingLease *taken = turns()) {
        const OccupationReporter::Scope waiting(m_reporter, Occupation::WaitForTurn);
        together.emplace(*taken);
    }
    const OccupationReporter::Scope comparing(m_reporter, Occupation::Device);
    auto judge = m_judges.take();
    if (!judge)
        return judge.error();
    auto compared = (*judge)->compareNested(expected, expectedTensors, actual, actualTensors, rule,
                                            std::move(stop));
    if (compared)
        m_judges.giveBack(std::move(*judge));
    else
        m_judges.lose();
    return compared;
}

} // namespace loupe
