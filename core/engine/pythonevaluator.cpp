// SPDX-License-Identifier: Apache-2.0
#include "core/engine/pythonevaluator.h"

#include "core/base/clock.h"
#include "core/engine/oracleconversation.h"
#include "core/engine/submissionentry.h"
#include "core/engine/timingrecord.h"

#include <algorithm>

namespace loupe {

namespace {

using Seconds = std::chrono::duration<double>;

Error cancelled()
{
    return Error{Errc::Cancelled, "the run was cancelled", {}, {}, {}};
}

double millisecondsSince(std::chrono::steady_clock::time_point begin)
{
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin)
        .count();
}

/// What a child says of an exception, as text: the traceback, else the message.
std::string failureText(const Json &body)
{
    const auto error = body.find("error");
    if (error == body.end() || !error->is_object())
        return {};
    const auto text = [&](const char *key) {
        const auto value = error->find(key);
        return value != error->end() && value->is_string() ? value->get<std::string>()
                                                           : std::string();
    };
    return text("traceback").empty() ? text("message") : text("traceback");
}

/// Whether a process of the candidate ended, or never came so far as to be called.
bool hasDied(Verdict verdict)
{
    const Outcome outcome = outcomeOf(verdict);
    return outcome == Outcome::NoBuild || outcome == Outcome::Crash || outcome == Outcome::Timeout;
}

} // namespace

struct PythonEvaluator::Work {
    const PlanItem &item;
    std::stop_token stop;
    const std::function<void(Stage)> &entering;
    Evaluation evaluation;
    std::shared_ptr<PythonTask> task;
    std::unique_ptr<PythonChild> subject;
    std::string loaded; ///< the source that the subject has loaded

    /// Verdict and sentence of the phase that is being judged.
    Verdict verdict = Verdict::NotRecorded;
    std::string message;

    bool hasEnded() const { return verdict != Verdict::Correct; }
    void end(Verdict reason, std::string sentence)
    {
        verdict = reason;
        message = std::move(sentence);
    }
    /// Remembers why an answer is not one.
    void end(const PythonChild::Answer &answer)
    {
        end(answer.outcome.verdict, answer.outcome.message);
        evaluation.buildLog += failureText(answer.body);
    }
};

PythonEvaluator::PythonEvaluator(const PythonContext &context, TimingLease &lease,
                                 PythonTasks &tasks)
    : m_context(context)
    , m_lease(lease)
    , m_tasks(tasks)
{
}

Result<PythonServer *> PythonEvaluator::server(PythonRole role, const std::stop_token &stop)
{
    auto &server = role == PythonRole::Oracle ? m_oracle : m_subject;
    if (!server) {
        auto started
            = PythonServer::start(m_context.environment, role, m_context.settingsFor(role), stop);
        if (!started)
            return started.error();
        server = std::move(*started);
    }
    return server.get();
}

Result<Evaluation> PythonEvaluator::evaluate(const PlanItem &item,
                                             const std::function<void(Stage)> &entering,
                                             std::stop_token stop)
{
    Work work{item, std::move(stop),      entering, {}, m_tasks.use(item.benchmark), nullptr,
              {},   Verdict::NotRecorded, {}};
    Evaluation &evaluation = work.evaluation;
    evaluation.candidate = item.candidate;
    evaluation.startedAt = isoTime(systemClock().wallNow());
    if (m_context.settings.mode == SandboxMode::None)
        evaluation.flags.emplace_back("not_sandboxed");
    if (item.sourceAsSuite)
        evaluation.flags.emplace_back("cleaned_differently");

    const std::vector<PythonPhase> *phases = nullptr;
    {
        const TimingLease::Shared together(m_lease);
        entering(Stage::Load);
        const auto oracle = server(PythonRole::Oracle, work.stop);
        if (!oracle)
            return oracle.error();
        const auto prepared = work.task->phases(**oracle, work.stop);
        if (!prepared) {
            const Error &error = prepared.error();
            if (error.code != Errc::InvalidInput && error.code != Errc::Unsupported)
                return error;
            evaluation.verdict = error.code == Errc::Unsupported ? Verdict::TooLargeForDevice
                                                                 : Verdict::ReferenceFailed;
            evaluation.strictVerdict = evaluation.verdict;
            evaluation.message = error.message;
            evaluation.runLog = error.detail;
            evaluation.finishedAt = isoTime(systemClock().wallNow());
            return std::move(evaluation);
        }
        phases = *prepared;
        for (const PythonPhase &phase : *phases) {
            if (Status judged = judgePhase(work, phase); !judged)
                return judged.error();
        }
    }
    const bool isTimed = m_context.timing.enabled && evaluation.verdict == Verdict::Correct
        && work.subject && work.subject->isAlive() && !phases->back().trials.empty()
        && phases->back().style != PythonStyle::Script;
    if (isTimed) {
        if (work.stop.stop_requested())
            return cancelled();
        entering(Stage::Time);
        const TimingLease::Exclusive alone(m_lease);
        if (Status timed = time(work, phases->back()); !timed)
            return timed.error();
    }
    if (work.subject)
        evaluation.runLog = work.subject->output();
    work.subject.reset();
    evaluation.finishedAt = isoTime(systemClock().wallNow());
    return std::move(evaluation);
}

Status PythonEvaluator::judgePhase(Work &work, const PythonPhase &phase)
{
    Evaluation &evaluation = work.evaluation;
    const bool bySuite = !phase.isStrict && work.item.sourceAsSuite.has_value();
    const std::string &source = bySuite ? *work.item.sourceAsSuite : evaluation.candidate.source;
    const auto began = std::chrono::steady_clock::now();
    work.verdict = Verdict::Correct;
    work.message.clear();
    if (phase.isStrict && phase.style == PythonStyle::Model && hasDied(evaluation.verdict)) {
        work.end(evaluation.verdict, evaluation.message); // it would end the same way again
    } else {
        if (Status begun = begin(work, phase, source); !begun)
            return begun;
        if (!work.hasEnded()) {
            work.entering(Stage::Verify);
            if (Status run = runTrials(work, phase, source); !run)
                return run;
        }
    }
    evaluation.verifyMs = evaluation.verifyMs.value_or(0) + millisecondsSince(began);
    if (!work.hasEnded())
        work.message = "correct in " + std::to_string(phase.trials.size()) + " trials";
    if (phase.isStrict)
        evaluation.strictVerdict = work.verdict;
    if (!phase.isStrict || !m_context.judgesBySuite()) {
        evaluation.verdict = work.verdict;
        evaluation.message = work.message;
    } else if (work.verdict != evaluation.verdict) {
        evaluation.message += "; strictly: " + work.message;
    }
    return {};
}

Status PythonEvaluator::begin(Work &work, const PythonPhase &phase, const std::string &source)
{
    if (source.find_first_not_of(" \t\r\n") == std::string::npos) {
        work.end(Verdict::EmptySubmission, "nothing is left of the submission");
        return {};
    }
    const BenchmarkTask &task = work.task->task();
    if (const auto problem = entryProblem(phase.protocol, task, source)) {
        work.end(Verdict::MissingSymbol, *problem);
        return {};
    }
    const bool canGoOn = phase.style == PythonStyle::Model && work.subject
        && work.subject->isAlive() && work.loaded == source;
    if (!canGoOn) {
        work.subject.reset();
        work.loaded.clear();
        const auto subjects = server(PythonRole::Subject, work.stop);
        if (!subjects)
            return subjects.error();
        auto child = (*subjects)->fork(work.stop);
        if (!child)
            return child.error();
        work.subject = std::move(*child);
    }
    if (phase.style == PythonStyle::Script)
        return {};
    if (!canGoOn) {
        if (Status loaded = load(work, source); !loaded || work.hasEnded())
            return loaded;
    }
    return phase.style == PythonStyle::Model ? construct(work, phase) : Status();
}

Status PythonEvaluator::load(Work &work, const std::string &source)
{
    work.entering(Stage::Build);
    const auto began = std::chrono::steady_clock::now();
    const PythonChild::Answer answer = work.subject->ask(
        {{"do", "load"}, {"source", source}, {"file_name", "candidate.py"}, {"style", "module"}},
        nullptr, Seconds(m_context.settings.limits.buildSeconds), work.stop);
    if (work.stop.stop_requested())
        return cancelled();
    work.evaluation.buildMs = millisecondsSince(began);
    if (answer.outcome.verdict == Verdict::Correct)
        work.loaded = source;
    else
        work.end(answer);
    return {};
}

Status PythonEvaluator::construct(Work &work, const PythonPhase &phase)
{
    Json request{{"do", "construct"}, {"class", "ModelNew"}, {"seed", phase.modelSeed}};
    if (phase.protocol.modelsCast)
        addCast(request, phase.protocol);
    const Seconds deadline(m_context.settings.limits.callSeconds);
    auto answer
        = work.subject->ask(std::move(request), &phase.constructorArguments, deadline, work.stop);
    if (answer.outcome.verdict == Verdict::Correct && phase.weights) {
        answer = work.subject->ask({{"do", "set_state"}}, &*phase.weights, deadline, work.stop);
        // A candidate may keep its weights in a form of its own; it then drew them from the seed.
        if (answer.body.value("matched", Json()) == Json("none"))
            work.evaluation.flags.emplace_back("weights_by_seed");
    }
    if (work.stop.stop_requested())
        return cancelled();
    if (answer.outcome.verdict != Verdict::Correct)
        work.end(answer);
    return {};
}

Status PythonEvaluator::runTrials(Work &work, const PythonPhase &phase, const std::string &source)
{
    for (const PythonTrial &trial : phase.trials) {
        auto judged = judgeTrial(work, phase, trial, source);
        if (!judged)
            return judged.error();
        judged->index = static_cast<int>(work.evaluation.trials.size());
        const Verdict verdict = judged->verdict;
        if (verdict != Verdict::Correct && !work.hasEnded())
            work.end(verdict, judged->caseName + ": " + judged->message);
        work.evaluation.trials.push_back(std::move(*judged));
        // A process that died answers no further trial; a wrong value does not stop the others,
        // because which of them fail is what explains it.
        const bool isWrong = outcomeOf(verdict) == Outcome::Wrong;
        if (verdict != Verdict::Correct && (!isWrong || phase.protocol.stopsAtFirstFailure))
            break;
    }
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
        request = scriptRequest(task, m_context, phase.protocol, source);
        deadline = Seconds(limits.buildSeconds + limits.callSeconds);
    } else {
        request = {{"do", "forward"}, {"grad", phase.protocol.gradInForward}};
        if (phase.style == PythonStyle::Calls) {
            request["function"] = task.entry;
            request["return_arguments"] = true;
        }
        if (trial.callSeed)
            request["seed"] = *trial.callSeed;
        else if (!trial.state.empty())
            request["rng_state"] = trial.state;
    }
    const Bundle *given = phase.style == PythonStyle::Script ? nullptr : &trial.given;
    auto answer = work.subject->ask(std::move(request), given, deadline, work.stop);
    if (work.stop.stop_requested())
        return cancelled();

    Trial out;
    out.caseName = trial.caseName;
    out.seed = trial.seed;
    out.verdict = answer.outcome.verdict;
    out.message = answer.outcome.message;
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
    auto compared = compare(phase, trial.expected, *answer.value, work.stop);
    if (!compared)
        return compared.error();
    out.verdict = compared->verdict;
    out.message = std::move(compared->message);
    out.outputs = std::move(compared->outputs);
    const auto changed = answer.body.find("changed_inputs");
    const bool wrote = changed != answer.body.end() && changed->is_array() && !changed->empty();
    if (phase.isStrict && phase.style == PythonStyle::Model && wrote && !trial.referenceWritesInputs
        && out.verdict == Verdict::Correct) {
        out.verdict = Verdict::WroteInput;
        out.message = "it changed an input that the reference leaves alone";
    }
    return out;
}

Result<NestedComparison> PythonEvaluator::compare(const PythonPhase &phase, const Bundle &expected,
                                                  const Bundle &actual, std::stop_token stop)
{
    if (!m_judge) {
        auto started = JudgeProcess::start(m_context.programs.judge);
        if (!started)
            return started.error();
        m_judge = std::move(*started);
    }
    const auto arena
        = [](const Bundle &bundle) { return bundle.tensors ? &*bundle.tensors : nullptr; };
    auto compared = m_judge->compareNested(expected.value, arena(expected), actual.value,
                                           arena(actual), phase.protocol.rule, std::move(stop));
    if (!compared)
        m_judge.reset();
    return compared;
}

Status PythonEvaluator::time(Work &work, const PythonPhase &phase)
{
    const auto began = std::chrono::steady_clock::now();
    const auto oracle = server(PythonRole::Oracle, work.stop);
    if (!oracle)
        return oracle.error();
    const auto baseline = work.task->baseline(**oracle, phase, work.stop);
    if (!baseline)
        return baseline.error();
    const PythonTrial &trial = phase.largestTrial();
    Json request{{"do", "forward"}, {"grad", phase.protocol.timing.gradEnabled}};
    if (phase.style == PythonStyle::Calls)
        request["function"] = work.task->task().entry;
    const auto ready = work.subject->ask(std::move(request), &trial.given,
                                         Seconds(m_context.settings.limits.callSeconds), work.stop);
    if (work.stop.stop_requested())
        return cancelled();
    Status kept;
    if (ready.outcome.verdict == Verdict::Correct)
        kept = keepTiming(work, phase, **baseline);
    else
        endTiming(work, ready.outcome, "while being prepared for timing: ");
    work.evaluation.timeMs = millisecondsSince(began);
    return kept;
}

Status PythonEvaluator::keepTiming(Work &work, const PythonPhase &phase, PythonChild &baseline)
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
        return cancelled();
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
    loupe::keepTiming(timing, phase.largestTrial().caseName,
                      "eager reference (" + m_context.settings.device + ")", overheadMs,
                      work.evaluation);
    return judgeTimedResult(work, phase, baseline);
}

Status PythonEvaluator::judgeTimedResult(Work &work, const PythonPhase &phase,
                                         PythonChild &baseline)
{
    // Only where the reference, called as often, still gives its first result: else it has a state
    // or draws random numbers, and so may the candidate.
    const Bundle &expected = phase.largestTrial().expected;
    const auto isStill = [&](PythonChild &side) -> Result<NestedComparison> {
        const auto answer = side.ask({{"do", "last_result"}}, nullptr,
                                     Seconds(m_context.settings.limits.callSeconds), work.stop);
        if (work.stop.stop_requested())
            return cancelled();
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
    trial.caseName = phase.largestTrial().caseName + " after timing";
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
