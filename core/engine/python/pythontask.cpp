// SPDX-License-Identifier: Apache-2.0
#include "core/engine/python/pythontask.h"

#include "core/engine/machine/deviceconnections.h"
#include "core/engine/python/oracletrials.h"
#include "core/engine/python/phaseplan.h"
#include "core/engine/python/taskmemory.h"
#include "core/judge/protocols.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace loupe {

namespace {

/// Device memory of an evaluation below which its reference process may keep what it holds.
constexpr std::int64_t littleDeviceMemory = 4LL << 30;

/// Returns the rule by which elements that roundings decide are found; null if they are not.
const NestedRule *ruleOfJumps(const Protocol &strict)
{
    return strict.isOn("undecided_elements") ? &strict.rule : nullptr;
}

} // namespace

PythonTask::PythonTask(const BenchmarkTask &task, const PythonContext &context)
    : m_task(task)
    , m_context(context)
    , m_compiled(task, context)
{
}

PythonTask::~PythonTask() = default;

Result<const std::vector<PythonPhase> *>
PythonTask::phases(OracleSeat &oracle, const std::stop_token &stop, const Rooms &rooms)
{
    const std::lock_guard lock(m_mutex);
    if (m_failure)
        return *m_failure;
    if (!m_phases) {
        auto prepared = prepare(oracle, stop, rooms);
        publishPlan(nullptr); // no plan will come, so waiting threads stop
        if (!prepared) {
            const Errc code = prepared.error().code;
            if (code == Errc::InvalidInput || code == Errc::Unsupported)
                m_failure = prepared.error();
            return prepared.error();
        }
        m_phases = std::move(*prepared);
    }
    return &*m_phases;
}

std::shared_ptr<const PythonPhase> PythonTask::awaitPlan(const std::stop_token &stop)
{
    std::unique_lock lock(m_planMutex);
    while (!m_isPlanned && !stop.stop_requested())
        m_planned.wait_for(lock, std::chrono::milliseconds(50));
    return m_plan;
}

void PythonTask::publishPlan(const PythonPhase *phase)
{
    const std::lock_guard lock(m_planMutex);
    // Tensors among the arguments belong to the phase alone.
    if (phase != nullptr && !phase->constructorArguments.view().bytes()) {
        auto plan = std::make_shared<PythonPhase>(phase->plan());
        plan->constructorArguments.value = phase->constructorArguments.value;
        m_plan = std::move(plan);
    }
    m_isPlanned = true;
    m_planned.notify_all();
}

Result<Protocol> PythonTask::suiteProtocol() const
{
    return protocolFor(m_context.suite, m_context.suiteProtocol, m_context.rules.mode,
                       factsOf(m_task), m_context.rules.suiteToggles);
}

Result<std::vector<PythonPhase>>
PythonTask::prepare(OracleSeat &oracle, const std::stop_token &stop, const Rooms &rooms)
{
    const auto suite = suiteProtocol();
    if (!suite)
        return suite.error();
    std::map<std::string, std::string> recording = variables();
    if (!m_task.testSegment.empty()) // runs it twice, and autotuning is not timed
        recording["TRITON_CACHE_AUTOTUNING"] = "1";
    auto child = oracle.child(recording, stop);
    if (!child)
        return child.error();
    OracleConversation made(m_task, m_context, **child, stop);
    auto stream = std::make_unique<TrialStream>(std::move(*child), std::move(made), PythonPhase());
    OracleConversation &conversation = stream->oracle;
    const bool isPlanned = m_task.testSegment.empty() && !m_context.hasOperatorTests;
    if (rooms.onDevice && !isPlanned) {
        // The memory of a test that runs with the reference is not known before.
        const std::int64_t share = m_context.deviceBytes() / std::max(m_context.jobs, 1);
        if (Status held = rooms.onDevice(share / 2); !held)
            return held.error();
    }
    if (m_context.hasOperatorTests)
        return prepareOperator(conversation, *suite);
    const bool isModel = m_task.testSegment.empty();
    if (!isModel && suite->compared == Compared::ReturnValue)
        return Error{Errc::Unsupported, "this suite's tests cannot be run by this version",
                     m_task.file.string()};
    if (!isModel)
        return prepareTest(*stream->child, conversation, *suite, stop);
    auto phases = prepareModel(*stream, *suite, rooms);
    m_drawsProblem = conversation.drawsProblem();
    if (m_strictFailure) // after such a failure a device may no longer respond
        return phases;
    if (phases && isSpoiltByHint(*stream, phases->back()))
        return phases;
    if (phases && !phases->back().isStreamed) {
        m_made = std::move(stream);
        m_madeOn = &oracle;
    } else if (phases) {
        giveBack(oracle, std::move(stream->child));
    }
    return phases;
}

Result<std::vector<PythonPhase>> PythonTask::prepareModel(TrialStream &stream,
                                                          const Protocol &suite, const Rooms &rooms)
{
    OracleConversation &oracle = stream.oracle;
    if (Status loaded = oracle.load(); !loaded)
        return loaded.error();
    std::vector<PythonPhase> phases = plannedPhases(m_task, m_context, suite);
    TaskMemory memory(m_context, m_task);
    if (Status planned = memory.plan(oracle, phases); !planned)
        return planned.error();
    // The host's work is done before waiting for the device.
    const bool isAhead = oracle.drawsInParts();
    if (isAhead) {
        if (Status ready = prepareOnHost(oracle, phases.front(), memory.sizes(), rooms); !ready)
            return ready.error();
    }
    if (rooms.onDevice) {
        if (Status held = rooms.onDevice(phases.front().preparingBytes); !held)
            return held.error();
    }
    for (PythonPhase &phase : phases) {
        const bool isFirst = &phase == &phases.front();
        const bool isBuilt = isFirst && isAhead;
        if (!isBuilt) {
            if (Status drawn = oracle.drawArguments(phase); !drawn)
                return drawn.error();
            if (isFirst)
                publishPlan(&phase);
        }
        Status made = prepareTrials(stream, phases, phase, memory, isBuilt);
        if (made)
            continue;
        Error error = made.error();
        const bool isLeftToTheOther = error.code == Errc::InvalidInput
            && (phase.isStrict ? m_context.judgesBySuite() && !m_suiteFailure
                               : m_context.judgesStrictly());
        if (!isLeftToTheOther) {
            if (m_suiteFailure)
                error.message = m_suiteFailure->message + "; strictly: " + error.message;
            return error;
        }
        (phase.isStrict ? m_strictFailure : m_suiteFailure) = std::move(error);
        for (PythonTrial &trial : phase.trials)
            trial = trial.plan();
        phase.shapeHint.reset();
    }
    return phases;
}

Status PythonTask::prepareTrials(TrialStream &stream, std::vector<PythonPhase> &phases,
                                 PythonPhase &phase, TaskMemory &memory, bool isBuilt)
{
    if (Status built
        = isBuilt ? stream.oracle.moveBuilt(phase) : stream.oracle.constructWith(phase);
        !built)
        return built;
    for (PythonTrial &trial : phase.trials) {
        if (phase.isStreamed)
            break;
        if (Status made = stream.trials.make(phase, trial); !made)
            return made;
        if (trial.index != 0)
            continue;
        if (Status fits = memory.planByResult(trial, phases); !fits)
            return fits;
    }
    if (phase.shapeHint) {
        // A task is not lost for a hint.
        const Status made = stream.trials.make(phase, *phase.shapeHint);
        if (!made && made.error().code == Errc::Cancelled)
            return made;
        if (!made)
            phase.shapeHint->excused = made.error().message;
    }
    return {};
}

bool PythonTask::isSpoiltByHint(TrialStream &stream, const PythonPhase &phase)
{
    if (!phase.shapeHint || phase.shapeHint->excused.empty())
        return false;
    // Without a device, or with a state that failed, it fails on its first inputs, too.
    const PythonTrial &first = phase.trials.front();
    return !stream.oracle.ask(
        {{"do", "forward"}, {"grad", phase.protocol.gradInForward}, {"keeps_state", true}},
        &first.given, "on " + first.caseName + " again");
}

Status PythonTask::prepareOnHost(OracleConversation &oracle, PythonPhase &phase,
                                 const TaskSizes &sizes, const Rooms &rooms)
{
    if (Status drawn = oracle.drawArguments(phase); !drawn)
        return drawn;
    publishPlan(&phase);
    if (Status built = oracle.buildOnHost(phase); !built)
        return built;
    // Otherwise both torch and the library make the first trial while device memory is held.
    if (!phase.isStreamed || !sizes.inputs || !rooms.onHost || !oracle.hasToCompareDraws(phase))
        return {};
    constexpr std::int64_t copies = 3; // ours, torch's, and an intermediate one
    return rooms.onHost(copies * *sizes.inputs, [&] { return oracle.compareDraws(); });
}

Result<std::vector<PythonPhase>> PythonTask::prepareTest(PythonChild &child,
                                                         OracleConversation &oracle,
                                                         const Protocol &suite,
                                                         const std::stop_token &stop)
{
    if (Status given = m_compiled.give(child, stop); !given)
        return given.error();
    std::vector<PythonPhase> phases;
    if (m_context.judgesBySuite()) {
        auto expected = oracle.runScript(suite);
        if (!expected)
            return expected.error();
        PythonPhase &phase = phases.emplace_back();
        phase.style = PythonStyle::Script;
        phase.protocol = suite;
        PythonTrial &trial = phase.trials.emplace_back();
        trial.caseName = "the suite's test";
        trial.seed = suite.seeds.empty() ? "" : std::to_string(suite.seeds.front());
        trial.expected = std::move(*expected);
    }
    if (m_context.judgesStrictly()) {
        Protocol strict = strictFor(m_task, suite, m_context.strict);
        strict.rule = suite.rule;
        auto trials = oracle.recordCalls(secretSeed(m_context.seed, m_task.task.name, 0),
                                         ruleOfJumps(strict));
        // If the suite can judge calls that we cannot repeat, its verdict alone counts.
        if (!trials && (phases.empty() || trials.error().code != Errc::InvalidInput))
            return trials.error();
        PythonPhase &phase = phases.emplace_back();
        phase.style = PythonStyle::Calls;
        phase.isStrict = true;
        phase.protocol = std::move(strict);
        if (trials)
            phase.trials = std::move(*trials);
    }
    if (const Status kept = m_compiled.keep(child, stop); !kept) {
        if (stop.stop_requested())
            return kept.error();
        m_keepProblem = kept.error().text();
    }
    if (m_context.tensors.isOnDevice()) {
        if (Status fits = TaskMemory(m_context, m_task).planDevice(phases); !fits)
            return fits.error();
    }
    return phases;
}

Result<std::vector<PythonPhase>> PythonTask::prepareOperator(OracleConversation &oracle,
                                                             const Protocol &suite) const
{
    const Protocol strict = strictFor(m_task, suite, m_context.strict);
    auto record = oracle.recordOperator(secretSeed(m_context.seed, m_task.task.name, 0),
                                        m_context.judgesStrictly() ? ruleOfJumps(strict) : nullptr);
    if (!record)
        return record.error();
    std::vector<PythonPhase> phases;
    if (m_context.judgesBySuite()) {
        PythonPhase &phase = phases.emplace_back();
        phase.style = PythonStyle::Tests;
        phase.protocol = suite;
        phase.brokenCases = std::move(record->brokenCases);
        if (!m_context.judgesStrictly())
            phase.trials = std::move(record->calls);
        phase.callsMade = record->callsMade;
    }
    if (m_context.judgesStrictly()) {
        PythonPhase &phase = phases.emplace_back();
        phase.style = PythonStyle::Calls;
        phase.isStrict = true;
        phase.protocol = strict;
        // For some operators a view of the arguments is a correct result.
        phase.protocol.rule.refusesOverlap = false;
        phase.protocol.speedupDefinition = suite.speedupDefinition;
        phase.trials = std::move(record->calls);
        phase.callsMade = record->callsMade;
    }
    if (m_context.tensors.isOnDevice()) {
        if (Status fits = TaskMemory(m_context, m_task).planDevice(phases); !fits)
            return fits.error();
    }
    return phases;
}

std::map<std::string, std::string> PythonTask::variables() const
{
    return deviceVariables(m_context.settings.device, m_task.implementation);
}

Result<std::unique_ptr<TrialStream>>
PythonTask::stream(OracleSeat &oracle, const PythonPhase &phase, const std::stop_token &stop)
{
    giveBackMade(oracle);
    auto child = oracle.child(variables(), stop);
    if (!child)
        return child.error();
    OracleConversation conversation(m_task, m_context, **child, stop);
    auto stream
        = std::make_unique<TrialStream>(std::move(*child), std::move(conversation), phase.plan());
    if (Status given = m_compiled.give(*stream->child, stop); !given)
        return given.error();
    if (Status loaded = stream->oracle.load(); !loaded)
        return loaded.error();
    if (phase.style == PythonStyle::Model) {
        if (Status built = stream->oracle.construct(stream->phase); !built)
            return built.error();
    }
    return stream;
}

Result<std::unique_ptr<TrialStream>>
PythonTask::reference(OracleSeat &oracle, const PythonPhase &phase, const std::stop_token &stop)
{
    std::unique_ptr<TrialStream> made;
    {
        const std::lock_guard lock(m_mutex);
        if (m_madeOn == &oracle && m_made && &phase == &m_phases->back())
            made = std::exchange(m_made, nullptr);
    }
    if (made && made->child->isAlive())
        return made;
    made.reset();
    return stream(oracle, phase, stop);
}

Status PythonTask::callTimed(TrialStream &reference, const PythonPhase &phase,
                             const PythonTrial &trial, std::optional<BaselineForm> form) const
{
    return reference.oracle.call(phase.protocol, trial.given,
                                 phase.style == PythonStyle::Model ? "" : m_task.entry,
                                 form.value_or(m_context.rules.baseline));
}

Result<CountedOperations> PythonTask::operations(TrialStream &reference, const PythonPhase &phase,
                                                 const PythonTrial &trial)
{
    if (phase.style != PythonStyle::Model || trial.referenceWritesInputs)
        return CountedOperations();
    {
        const std::lock_guard lock(m_mutex);
        if (m_operations)
            return *m_operations;
    }
    auto counted = reference.oracle.countOperations(phase.protocol, trial);
    if (counted) {
        const std::lock_guard lock(m_mutex);
        m_operations = *counted;
    }
    return counted;
}

Result<std::unique_ptr<PythonChild>> PythonTask::baseline(OracleSeat &oracle,
                                                          const PythonPhase &phase,
                                                          const PythonTrial &trial,
                                                          const std::stop_token &stop)
{
    auto made = reference(oracle, phase, stop);
    if (!made)
        return made.error();
    if (Status called = callTimed(**made, phase, trial); !called)
        return called.error();
    return std::move((*made)->child);
}

Result<std::unique_ptr<TrialStream>> PythonTask::operatorReference(OracleSeat &oracle,
                                                                   const PythonPhase &phase,
                                                                   std::stop_token stop) const
{
    auto child = oracle.child(variables(), stop);
    if (!child)
        return child.error();
    OracleConversation conversation(m_task, m_context, **child, std::move(stop));
    auto stream
        = std::make_unique<TrialStream>(std::move(*child), std::move(conversation), phase.plan());
    if (Status ready = stream->oracle.useOperatorReference(); !ready)
        return ready.error();
    return stream;
}

std::optional<Error> PythonTask::suiteFailure()
{
    const std::lock_guard lock(m_mutex);
    return m_suiteFailure;
}

void PythonTask::noteSuiteFailure(Error error)
{
    const std::lock_guard lock(m_mutex);
    if (!m_suiteFailure)
        m_suiteFailure = std::move(error);
}

std::optional<Error> PythonTask::strictFailure()
{
    const std::lock_guard lock(m_mutex);
    return m_strictFailure;
}

void PythonTask::noteStrictFailure(Error error)
{
    const std::lock_guard lock(m_mutex);
    if (!m_strictFailure)
        m_strictFailure = std::move(error);
}

std::string PythonTask::keepProblem()
{
    const std::lock_guard lock(m_mutex);
    return m_keepProblem;
}

std::string PythonTask::drawsProblem()
{
    const std::lock_guard lock(m_mutex);
    return m_drawsProblem;
}

void PythonTask::release(OracleSeat &oracle)
{
    giveBackMade(oracle);
    bool hasMuch = false;
    {
        const std::lock_guard lock(m_mutex);
        hasMuch
            = m_phases && !m_phases->empty() && m_phases->front().deviceBytes > littleDeviceMemory;
    }
    // Memory that its process would keep until its next task must be free for others.
    if (hasMuch)
        oracle.forget();
}

void PythonTask::giveBackMade(OracleSeat &oracle)
{
    std::unique_ptr<PythonChild> child;
    {
        const std::lock_guard lock(m_mutex);
        if (m_madeOn != &oracle || !m_made)
            return;
        child = std::move(m_made->child);
        m_made.reset();
    }
    giveBack(oracle, std::move(child));
}

void PythonTask::giveBack(OracleSeat &oracle, std::unique_ptr<PythonChild> child) const
{
    if (mayChangeItsProcess(m_task.implementation))
        return;
    if (child->isAlive())
        oracle.giveBack(std::move(child));
}

} // namespace loupe
