// SPDX-License-Identifier: Apache-2.0
#include "core/engine/python/pythonevaluator.h"

#include "core/base/clock.h"
#include "core/engine/machine/deviceconnections.h"
#include "core/engine/machine/gpustate.h"
#include "core/engine/python/oracleconversation.h"
#include "core/engine/python/pythonwork.h"
#include "core/engine/request/submissionentry.h"
#include "core/platforms/python/pythonzygote.h"

namespace loupe {

namespace {

/// Whether the task itself is the reason, which will not change when it is tried again.
bool isOfTheTask(const Error &error)
{
    return error.code == Errc::InvalidInput || error.code == Errc::Unsupported;
}

/// KernelBench catches only RuntimeError around the constructors; whatever else they raise is
/// recorded as not compiled.
bool countsAsNoBuild(const Protocol &protocol, const Json &body)
{
    const ProtocolToggle *toggle = protocol.toggle("constructor_error_is_no_build");
    const auto error = body.find("error");
    return toggle != nullptr && toggle->state == ToggleState::AsShipped && error != body.end()
        && error->is_object() && error->value("type", Json()) != Json("RuntimeError");
}

/// MultiKernelBench counts what runs out of time while it is built
/// as compiled and wrong.
bool countsTimeoutAsBuilt(const Protocol &protocol)
{
    const ProtocolToggle *toggle = protocol.toggle("timeout_is_compiled");
    return toggle != nullptr && toggle->state == ToggleState::AsShipped;
}

/// Whether a process of the candidate ended, or never came so far as to be called.
bool hasDied(Verdict verdict)
{
    const Outcome outcome = outcomeOf(verdict);
    return outcome == Outcome::NoBuild || outcome == Outcome::Crash || outcome == Outcome::Timeout;
}

} // namespace

/// The seat goes back when an evaluation ends, with no process of the reference left on it.
struct PythonEvaluator::OracleUse {
    PythonEvaluator &evaluator;
    PythonTask &task;
    Holds &holds;

    OracleUse(PythonEvaluator &of, PythonTask &with, Holds &its)
        : evaluator(of)
        , task(with)
        , holds(its)
    {
    }
    ~OracleUse()
    {
        // Where they could not be made, others of the task may wait for memory to make them, and
        // until then nobody gets at the task.
        if (holds.ahead.isBegun() && !holds.ahead.take())
            holds.onDevice.reset();
        if (!evaluator.m_oracle)
            return;
        task.release(*evaluator.m_oracle);
        evaluator.m_oracles.giveBack(std::move(evaluator.m_oracle));
    }
    OracleUse(const OracleUse &) = delete;
    OracleUse &operator=(const OracleUse &) = delete;
};

PythonEvaluator::PythonEvaluator(const PythonContext &context, TimingLease &lease,
                                 MemoryBudget &memory, MemoryBudget &deviceMemory,
                                 OraclePool &oracles, JudgePool &judges, PythonTasks &tasks,
                                 KnownSeconds &known, const OccupationReporter &reporter)
    : m_context(context)
    , m_lease(lease)
    , m_memory(memory)
    , m_deviceMemory(deviceMemory)
    , m_oracles(oracles)
    , m_judges(judges)
    , m_tasks(tasks)
    , m_known(known)
    , m_reporter(reporter)
    , m_artifacts(context.programs.cache / "python", context.environment,
                  context.settingsFor(PythonRole::Subject))
    , m_compiledReferences(context.programs.cache / "references", context.environment,
                           context.settingsFor(PythonRole::Oracle))
{
}

Result<Evaluation> PythonEvaluator::evaluate(const PlanItem &item,
                                             const std::function<void(Stage)> &entering,
                                             std::stop_token stop)
{
    const auto inRoom = [&](Room room) { return attempt(item, entering, stop, room); };
    if (m_context.settings.device == "cpu")
        return inRoom(Room::Shared);
    return withRoom(
        item.candidate, inRoom, [this] { return heldByOthers(); }, stop);
}

std::string PythonEvaluator::heldByOthers() const
{
    const auto state = readGpuState(m_context.rules.device);
    if (state && !state->otherProcesses.empty())
        return std::to_string(state->otherProcesses.size()) + " other processes use it";
    const TensorPlace &place = m_context.tensors;
    if (place.heldByOthers() > place.totalBytes / 8)
        return std::to_string(place.heldByOthers() >> 20)
            + " MB of it were taken when the run began";
    return {};
}

Result<Evaluation> PythonEvaluator::attempt(const PlanItem &item,
                                            const std::function<void(Stage)> &entering,
                                            const std::stop_token &stop, Room room)
{
    Holds holds; // given up last: only when nothing is left of what needed the memory
    Work work{.item = item, .stop = stop, .entering = entering, .room = room};
    work.task = m_tasks.use(item.benchmark);
    Evaluation &evaluation = work.evaluation;
    evaluation.candidate = item.candidate;
    evaluation.startedAt = isoTime(systemClock().wallNow());
    if (m_context.settings.mode == SandboxMode::None)
        evaluation.flags.emplace_back("not_sandboxed");
    if (item.sourceAsSuite)
        evaluation.flags.emplace_back("cleaned_differently");

    // Before it is needed: most of it is importing the framework.
    if (!m_subject && !m_startingSubject.valid())
        m_startingSubject = startSubjects();
    const OracleUse use{*this, *work.task, holds};
    const auto hasEnded = endsEarly(work, holds);
    if (!hasEnded)
        return withLog(hasEnded.error(), work);
    const Status judged = *hasEnded ? Status() : judgeInRoom(work, holds);
    if (judged)
        finish(work);
    else if (isOfTheTask(judged.error()))
        skip(evaluation, judged.error());
    else
        return withLog(judged.error(), work);
    return std::move(evaluation);
}

Result<bool> PythonEvaluator::endsEarly(Work &work, Holds &holds)
{
    if (const Status read = readSource(work); !read)
        return read.error();
    if (m_context.buildsBesideTiming()) {
        if (const Status built = buildBeside(work, holds); !built)
            return built.error();
    }
    if (!work.notLoaded)
        return false;
    const auto suite = work.task->suiteProtocol();
    if (!suite)
        return suite.error();
    const bool hasTwo = judgesTwoTexts(work.item, *suite, m_context.rules.judgedBy);
    if (!endsUnbuilt(*work.notLoaded, work.item, *suite,
                     hasTwo ? JudgedBy::Suite : m_context.rules.judgedBy))
        return false;
    const NotLoaded first = *work.notLoaded;
    if (hasTwo) {
        // Before anybody waits for memory: the strict protocol's text may not build either.
        work.verdict = Verdict::Correct;
        if (Status loaded = loadAfresh(work, judgedSource(work.item, *suite, true)); !loaded)
            return loaded.error();
        if (!work.hasEnded() || work.verdict == Verdict::CompileTimeout) {
            work.notLoaded = first;
            return false;
        }
    }
    holds.ahead.drop();
    Evaluation &evaluation = work.evaluation;
    evaluation.verdict = first.outcome.verdict;
    evaluation.message = first.outcome.message;
    if (m_context.judgesStrictly()) {
        const CallOutcome &last = work.notLoaded->outcome;
        evaluation.strictVerdict = last.verdict;
        if (last.verdict != first.outcome.verdict)
            evaluation.message += "; strictly: " + last.message;
    }
    return true;
}

void PythonEvaluator::finish(Work &work)
{
    Evaluation &evaluation = work.evaluation;
    keepExcuses(work);
    addFindings(evaluation, runtimeFindings(evaluation, m_context.library));
    const std::chrono::duration<double> waited = m_lease.takeWaited();
    m_known.note(evaluation.candidate.source, work.seconds.busy() - waited.count());
    work.seconds.add("of these, waiting for turns", waited);
    evaluation.runLog = logOf(work);
    evaluation.finishedAt = isoTime(systemClock().wallNow());
}

std::string PythonEvaluator::logOf(const Work &work) const
{
    std::string log = work.subject ? work.subject->output() : std::string();
    log += work.notes;
    if (const std::string why = work.task->drawsProblem(); !why.empty())
        log += "kloupe draws: torch draws what its reference draws: " + why + "\n";
    if (m_context.settings.zygote)
        log += m_context.settings.zygote->whyImported();
    return log + work.seconds.describe();
}

Error PythonEvaluator::withLog(Error error, Work &work) const
{
    if (error.code != Errc::Cancelled)
        return error;
    work.seconds.add("of these, waiting for turns", m_lease.takeWaited());
    error.detail = work.evaluation.buildLog + logOf(work);
    return error;
}

Status PythonEvaluator::readSource(Work &work)
{
    const OccupationReporter::Scope reading(m_reporter, Occupation::Build);
    const bool isModel = work.item.benchmark->entry == "Model";
    auto findings = m_context.inspection->findings(
        work.item.candidate.source, "python", isModel ? "ModelNew" : work.item.benchmark->entry,
        m_context.library, work.stop);
    if (findings) {
        addFindings(work.evaluation, std::move(*findings));
        return {};
    }
    if (work.stop.stop_requested())
        return cancelledRun();
    // What nobody could read is judged all the same, and says that it was not read.
    addFlag(work.evaluation, "not_inspected");
    work.notes += "the source was not read by the rules: " + findings.error().message + "\n";
    return {};
}

Result<const std::vector<PythonPhase> *> PythonEvaluator::prepare(Work &work, Holds &holds)
{
    const auto together = turn(work);
    work.entering(Stage::Load);
    const auto seat = oracle(work.stop);
    if (!seat)
        return seat.error();
    const StageSeconds::Part expecting(work.seconds, "reference");
    return makePhases(work, holds, **seat, work.seconds, work.stop);
}

Status PythonEvaluator::judge(Work &work, const std::vector<PythonPhase> &phases)
{
    {
        const auto together = turn(work);
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
        && last.style != PythonStyle::Script;
    if (!isTimed)
        return {};
    if (work.stop.stop_requested())
        return cancelledRun();
    work.entering(Stage::Time);
    return m_context.hasOperatorTests ? timeCases(work, last) : time(work, last);
}

Status PythonEvaluator::judgePhase(Work &work, const PythonPhase &phase)
{
    Evaluation &evaluation = work.evaluation;
    const std::string &source = work.sourceFor(phase);
    const auto began = std::chrono::steady_clock::now();
    work.verdict = Verdict::Correct;
    work.message.clear();
    if (phase.isStrict && phase.style == PythonStyle::Model && hasDied(evaluation.verdict)) {
        work.end(evaluation.verdict, evaluation.message); // it would end the same way again
    } else {
        if (Status begun = begin(work, phase, source); !begun)
            return begun;
        if (work.verdict == Verdict::CompileTimeout && countsTimeoutAsBuilt(phase.protocol))
            work.verdict = Verdict::RunTimeout;
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

bool PythonEvaluator::constructsInParts(const Work &work) const
{
    return turns() != nullptr && !constructsOnDevice(work.loaded);
}

PythonChild::Answer PythonEvaluator::askToConstruct(Work &work, const PythonPhase &phase) const
{
    Json request{{"do", "construct"}, {"class", "ModelNew"}, {"seed", phase.modelSeed}};
    if (phase.protocol.modelsCast)
        addCast(request, phase.protocol);
    request["stays_on_host"] = constructsInParts(work);
    return work.subject->ask(std::move(request), &phase.constructorArguments,
                             Seconds(m_context.settings.limits.callSeconds), work.stop);
}

Status PythonEvaluator::construct(Work &work, const PythonPhase &phase)
{
    const StageSeconds::Part constructing(work.seconds, "construct");
    auto ahead = std::exchange(work.constructed, std::nullopt);
    const bool isThis = ahead && ahead->plan->isStrict == phase.isStrict;
    auto answer = isThis ? std::move(ahead->answer) : askToConstruct(work, phase);
    const Json state = answer.body.value("rng_state", Json());
    work.generator = state.is_string() ? state.get<std::string>() : std::string();
    const Seconds deadline(m_context.settings.limits.callSeconds);
    if (constructsInParts(work) && answer.outcome.verdict == Verdict::Correct) {
        Json move{{"do", "move"}, {"dtype", Json()}};
        if (phase.protocol.modelsCast) {
            Json cast = Json::object();
            addCast(cast, phase.protocol);
            move["dtype"] = cast.value("dtype", Json());
        }
        answer = work.subject->ask(std::move(move), nullptr, deadline, work.stop);
    }
    if (answer.outcome.verdict == Verdict::Correct && phase.weights) {
        answer = work.subject->ask({{"do", "set_state"}}, &*phase.weights, deadline, work.stop);
        // A candidate may keep its weights in a form of its own; it then drew them from the seed.
        if (answer.body.value("matched", Json()) == Json("none"))
            addFlag(work.evaluation, "weights_by_seed");
    }
    if (work.stop.stop_requested())
        return cancelledRun();
    if (answer.outcome.verdict == Verdict::Crashed && countsAsNoBuild(phase.protocol, answer.body))
        answer.outcome.verdict = Verdict::LoadError;
    if (answer.outcome.verdict != Verdict::Correct)
        work.end(answer);
    return {};
}

} // namespace loupe
