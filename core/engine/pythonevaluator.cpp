// SPDX-License-Identifier: Apache-2.0
#include "core/engine/pythonevaluator.h"

#include "core/base/clock.h"
#include "core/engine/oracleconversation.h"
#include "core/engine/pythonwork.h"
#include "core/engine/submissionentry.h"

#include <algorithm>

namespace loupe {

namespace {

/// Whether the task itself is the reason, which will not change when it is tried again.
bool isOfTheTask(const Error &error)
{
    return error.code == Errc::InvalidInput || error.code == Errc::Unsupported;
}

void skip(Evaluation &evaluation, const Error &error)
{
    evaluation.verdict
        = error.code == Errc::Unsupported ? Verdict::TooLargeForDevice : Verdict::ReferenceFailed;
    evaluation.strictVerdict = evaluation.verdict;
    evaluation.message = error.message;
    evaluation.runLog = error.detail;
    evaluation.finishedAt = isoTime(systemClock().wallNow());
}

/// KernelBench catches only RuntimeError around the constructors; whatever else they raise is
/// recorded as not compiled (kernelbench.md §2.2, step 7).
bool countsAsNoBuild(const Protocol &protocol, const Json &body)
{
    const ProtocolToggle *toggle = protocol.toggle("constructor_error_is_no_build");
    const auto error = body.find("error");
    return toggle != nullptr && toggle->state == ToggleState::AsShipped && error != body.end()
        && error->is_object() && error->value("type", Json()) != Json("RuntimeError");
}

/// When an evaluation ends, no process of the reference is left on its server.
struct OracleRelease {
    PythonTask &task;
    const std::unique_ptr<OracleSeat> &oracle;

    OracleRelease(PythonTask &of, const std::unique_ptr<OracleSeat> &on) : task(of), oracle(on) { }
    ~OracleRelease()
    {
        if (oracle)
            task.release(*oracle);
    }
    OracleRelease(const OracleRelease &) = delete;
    OracleRelease &operator=(const OracleRelease &) = delete;
};

/// Whether a process of the candidate ended, or never came so far as to be called.
bool hasDied(Verdict verdict)
{
    const Outcome outcome = outcomeOf(verdict);
    return outcome == Outcome::NoBuild || outcome == Outcome::Crash || outcome == Outcome::Timeout;
}

} // namespace

PythonEvaluator::PythonEvaluator(const PythonContext &context, TimingLease &lease,
                                 MemoryBudget &memory, MemoryBudget &deviceMemory,
                                 JudgePool &judges, PythonTasks &tasks)
    : m_context(context)
    , m_lease(lease)
    , m_memory(memory)
    , m_deviceMemory(deviceMemory)
    , m_judges(judges)
    , m_tasks(tasks)
    , m_artifacts(context.programs.cache / "python", context.environment,
                  context.settingsFor(PythonRole::Subject))
{
}

Result<std::unique_ptr<PythonServer>> PythonEvaluator::start(PythonRole role,
                                                             const std::stop_token &stop) const
{
    return PythonServer::start(m_context.environment, role, m_context.settingsFor(role), stop);
}

Result<OracleSeat *> PythonEvaluator::oracle(const std::stop_token &stop)
{
    if (!m_oracle) {
        auto started = start(PythonRole::Oracle, stop);
        if (!started)
            return started.error();
        m_oracle = std::make_unique<OracleSeat>(std::move(*started));
    }
    return m_oracle.get();
}

Result<PythonServer *> PythonEvaluator::subjects(const std::stop_token &stop)
{
    if (!m_subject) {
        auto started = start(PythonRole::Subject, stop);
        if (!started)
            return started.error();
        m_subject = std::move(*started);
    }
    return m_subject.get();
}

Result<Evaluation> PythonEvaluator::evaluate(const PlanItem &item,
                                             const std::function<void(Stage)> &entering,
                                             std::stop_token stop)
{
    Work work{
        item, std::move(stop),      entering, {}, m_tasks.use(item.benchmark), nullptr, {}, {},
        {},   Verdict::NotRecorded, {},       {}};
    Evaluation &evaluation = work.evaluation;
    evaluation.candidate = item.candidate;
    evaluation.startedAt = isoTime(systemClock().wallNow());
    if (m_context.settings.mode == SandboxMode::None)
        evaluation.flags.emplace_back("not_sandboxed");
    if (item.sourceAsSuite)
        evaluation.flags.emplace_back("cleaned_differently");

    const OracleRelease release{*work.task, m_oracle};
    if (m_context.buildsBesideTiming()) {
        if (const Status built = buildAhead(work); !built)
            return built.error();
    }
    const auto phases = prepare(work);
    if (!phases && !isOfTheTask(phases.error()))
        return phases.error();
    if (!phases) {
        skip(evaluation, phases.error());
        return std::move(evaluation);
    }
    // Only now: nobody holds memory of the device while he waits for a compiler.
    StageSeconds::Part waiting(work.seconds, "wait for memory");
    const MemoryBudget::Hold memory(m_memory, (*phases)->front().trialBytes);
    const MemoryBudget::Hold onDevice(m_deviceMemory, (*phases)->front().deviceBytes);
    waiting.stop();
    const Status judged = judge(work, **phases);
    if (!judged && !isOfTheTask(judged.error()))
        return judged.error();
    if (!judged)
        skip(evaluation, judged.error());
    if (work.subject)
        evaluation.runLog = work.subject->output();
    evaluation.runLog += work.notes;
    evaluation.runLog += work.seconds.describe();
    evaluation.finishedAt = isoTime(systemClock().wallNow());
    return std::move(evaluation);
}

Result<const std::vector<PythonPhase> *> PythonEvaluator::prepare(Work &work)
{
    StageSeconds::Part waiting(work.seconds, "wait for timing of others");
    const TimingLease::Shared together(m_lease);
    waiting.stop();
    work.entering(Stage::Load);
    StageSeconds::Part starting(work.seconds, "start oracle server");
    const auto seat = oracle(work.stop);
    if (!seat)
        return seat.error();
    starting.stop();
    const StageSeconds::Part expecting(work.seconds, "reference");
    return work.task->phases(**seat, work.stop);
}

Status PythonEvaluator::judge(Work &work, const std::vector<PythonPhase> &phases)
{
    {
        StageSeconds::Part waiting(work.seconds, "wait for timing of others");
        const TimingLease::Shared together(m_lease);
        waiting.stop();
        for (const PythonPhase &phase : phases) {
            if (Status judged = judgePhase(work, phase); !judged)
                return judged;
        }
        // What is compiled when it is first called, as Triton does.
        if (work.subject && work.subject->isAlive() && !work.loaded.empty()) {
            if (Status kept = keepArtifacts(work, work.loaded); !kept)
                return kept;
        }
    }
    const PythonPhase &last = phases.back();
    const bool isTimed = m_context.timing.enabled && work.evaluation.verdict == Verdict::Correct
        && work.subject && work.subject->isAlive() && !last.trials.empty()
        && last.style != PythonStyle::Script && !m_context.hasOperatorTests;
    if (!isTimed)
        return {};
    if (work.stop.stop_requested())
        return cancelledRun();
    work.entering(Stage::Time);
    return time(work, last);
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
            Status run = phase.style == PythonStyle::Tests ? runTests(work, phase)
                                                           : runTrials(work, phase, source);
            if (!run)
                return run;
        }
    }
    evaluation.verifyMs = evaluation.verifyMs.value_or(0) + millisecondsSince(began);
    if (!work.hasEnded() && phase.style != PythonStyle::Tests)
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
    if (isBlank(source)) {
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
    if (phase.style == PythonStyle::Script)
        return forkSubject(work);
    if (!canGoOn) {
        if (Status loaded = loadAfresh(work, source); !loaded || work.hasEnded())
            return loaded;
    }
    return phase.style == PythonStyle::Model ? construct(work, phase) : Status();
}

Status PythonEvaluator::construct(Work &work, const PythonPhase &phase)
{
    const StageSeconds::Part constructing(work.seconds, "construct");
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
        return cancelledRun();
    if (answer.outcome.verdict == Verdict::Crashed && countsAsNoBuild(phase.protocol, answer.body))
        answer.outcome.verdict = Verdict::LoadError;
    if (answer.outcome.verdict != Verdict::Correct)
        work.end(answer);
    return {};
}

Status PythonEvaluator::runTrials(Work &work, const PythonPhase &phase, const std::string &source)
{
    if (phase.trials.empty()) {
        work.end(Verdict::NotRecorded, "the suite's test makes no call that can be repeated");
        return {};
    }
    std::unique_ptr<TrialStream> stream;
    if (phase.isStreamed) {
        const auto seat = oracle(work.stop);
        if (!seat)
            return seat.error();
        const StageSeconds::Part making(work.seconds, "stream trials");
        auto started = work.task->stream(**seat, phase, work.stop);
        if (!started)
            return started.error();
        stream = std::move(*started);
    }
    for (const PythonTrial &planned : phase.trials) {
        std::optional<PythonTrial> made;
        if (stream) {
            made = planned.plan();
            const StageSeconds::Part making(work.seconds, "stream trials");
            if (Status done = stream->oracle.make(stream->phase, *made); !done)
                return done;
        }
        auto judged = judgeTrial(work, phase, made ? *made : planned, source);
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
    }
    const Bundle *given = phase.style == PythonStyle::Script ? nullptr : &trial.given;
    StageSeconds::Part calling(work.seconds, "trial calls");
    auto answer = work.subject->ask(std::move(request), given, deadline, work.stop);
    calling.stop();
    if (work.stop.stop_requested())
        return cancelledRun();

    Trial out;
    out.caseName = trial.caseName;
    out.seed = trial.seed;
    if (trial.madeOnHostInstead)
        addFlag(work.evaluation, "inputs_made_on_host");
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
    StageSeconds::Part comparing(work.seconds, "compare");
    auto compared = compare(phase, trial.expected, *answer.value, work.stop);
    comparing.stop();
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
    auto judge = m_judges.take();
    if (!judge)
        return judge.error();
    auto compared = (*judge)->compareNested(expected.value, expected.view(), actual.value,
                                            actual.view(), phase.protocol.rule, std::move(stop));
    if (compared)
        m_judges.giveBack(std::move(*judge));
    else
        m_judges.lose();
    return compared;
}

} // namespace loupe
