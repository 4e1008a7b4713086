// SPDX-License-Identifier: Apache-2.0
#include "core/engine/python/pythontask.h"

#include "core/engine/contract/evaluationparts.h"
#include "core/engine/machine/deviceconnections.h"
#include "core/engine/machine/memoryplan.h"
#include "core/engine/python/oracleconversation.h"
#include "core/engine/python/oracletrials.h"
#include "core/engine/python/phaseplan.h"
#include "core/engine/python/pythoncontext.h"
#include "core/engine/python/pythonphase.h"
#include "core/judge/protocol.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace loupe {

namespace {

constexpr std::chrono::seconds packingPatience{60};

/// Device memory of an evaluation below which its reference process may keep what it holds.
constexpr std::int64_t littleDeviceMemory = 4LL << 30;

/// Returns the rule by which elements that roundings decide are found; null if they are not.
const NestedRule *ruleOfJumps(const Protocol &strict)
{
    return strict.isOn("undecided_elements") ? &strict.rule : nullptr;
}

std::string gigabytes(std::int64_t size)
{
    return std::to_string((size + (1LL << 30) - 1) >> 30) + " GB";
}

/// Returns whether a structured trial varies only the first input. A task has trials of all inputs
/// or of the first, never both.
bool isOfOneInput(const PythonTrial &trial)
{
    return trial.variant.starts_with("first_");
}

std::int64_t countOf(const std::vector<PythonPhase> &phases)
{
    std::int64_t trials = 0;
    for (const PythonPhase &phase : phases)
        trials += static_cast<std::int64_t>(phase.trials.size())
            - std::ranges::count_if(phase.trials, isOfOneInput);
    return trials;
}

/// Makes the phases streamed: each trial is made anew for each candidate.
void makeAnew(std::vector<PythonPhase> &phases, std::int64_t trialBytes)
{
    for (PythonPhase &phase : phases) {
        phase.isStreamed = true;
        phase.trialBytes = std::max(phase.trialBytes, trialBytes);
        for (PythonTrial &trial : phase.trials)
            trial = trial.plan();
        phase.shapeHint.reset();
    }
}

} // namespace

CompiledReference::CompiledReference(const BenchmarkTask &task, const PythonContext &context)
    : m_cache(context.programs.cache / "references", context.environment,
              context.settingsFor(PythonRole::Oracle))
    , m_content(task.testSegment.empty()
                    ? std::string()
                    : "triton\n" + task.implementation + "\n" + task.testSegment)
{
}

Status CompiledReference::give(PythonChild &child, const std::stop_token &stop) const
{
    if (!isOfATest())
        return {};
    auto kept = m_cache.find(m_content);
    if (!kept)
        return {};
    // An artifact that cannot be read is compiled anew.
    child.ask({{"do", "take_compiled"}, {"artifacts", std::move(*kept)}}, nullptr, packingPatience,
              stop);
    return stop.stop_requested() ? Status(cancelledRun()) : Status();
}

Status CompiledReference::keep(PythonChild &child, const std::stop_token &stop) const
{
    if (!isOfATest())
        return {};
    const auto answer = child.ask({{"do", "compiled"}}, nullptr, packingPatience, stop);
    if (stop.stop_requested())
        return cancelledRun();
    return m_cache.keep(m_content, answer.body.value("artifacts", Json()));
}

/// Planner for a task's memory on host and device, before its trials are made. Sets the sizes of
/// the phases, and makes them streamed if their trials are too large to be kept.
class TaskMemory
{
public:
    TaskMemory(const PythonContext &context, const BenchmarkTask &task)
        : m_context(context)
        , m_task(task.file)
        , m_keptBytes(context.limits().keptTask / task.shapes)
    {
    }

    /// Plans with the reference's sizes of a model. Unsupported if the task does not fit this
    /// machine.
    Status plan(OracleConversation &oracle, std::vector<PythonPhase> &phases)
    {
        const bool onDevice = m_context.tensors.isOnDevice();
        // The suite makes them all at once; the first trial shows whether they fit.
        if (phases.front().isGrouped)
            return onDevice ? planDevice(phases) : Status();
        const auto counted = oracle.sizes();
        if (!counted)
            return counted.error();
        m_sizes = *counted;
        if (m_sizes.inputs) {
            if (Status fits = planHost(phases); !fits)
                return fits;
        }
        return onDevice ? planDevice(phases) : Status();
    }

    /// Plans again when the first result is known, because it can be larger than expected.
    Status planByResult(const PythonTrial &made, std::vector<PythonPhase> &phases)
    {
        if (!m_context.tensors.isOnDevice())
            return {};
        const std::int64_t given = made.given.view().bytes();
        const std::int64_t expected = made.expected.view().bytes();
        if (expected <= m_sizes.result.value_or(given))
            return {};
        m_sizes.inputs = given;
        m_sizes.result = expected;
        m_sizes.peak = std::max(m_sizes.peak.value_or(0), expected);
        if (!m_sizes.isKnown()) // then every copy counts as the larger of the two
            m_sizes.inputs = expected;
        if ((given + expected) * countOf(phases) > m_keptBytes)
            makeAnew(phases, given * 2);
        return planDevice(phases);
    }

    /// Plans by the known sizes, if any.
    Status planDevice(std::vector<PythonPhase> &phases) const
    {
        const std::int64_t share = m_context.deviceBytes() / std::max(m_context.jobs, 1);
        // Memory that is not free now may be free later, so that only tasks larger than the device
        // are refused.
        const std::int64_t all = m_context.tensors.totalBytes;
        std::int64_t needed = 0;
        for (PythonPhase &phase : phases) {
            const DevicePlan plan
                = devicePlan(m_sizes, m_context.limits(), phase.isStreamed, share);
            needed = std::max(needed, plan.most());
            // The plan covers one of the trials that are kept.
            const std::int64_t others
                = m_sizes.inputs && !phase.isStreamed ? m_sizes.trial() * (countOf(phases) - 1) : 0;
            phase.deviceBytes = others + plan.judging + (m_context.timing.enabled ? plan.fresh : 0);
            phase.preparingBytes
                = std::max(others + plan.preparing, std::min(all, phase.deviceBytes));
        }
        if (!m_sizes.inputs || needed <= all)
            return {};
        return Error{Errc::Unsupported,
                     "needs " + gigabytes(needed) + " of the GPU's memory, which has "
                         + gigabytes(all),
                     m_task.string(), "evaluate it on a GPU with more memory"};
    }

    const TaskSizes &sizes() const { return m_sizes; }

private:
    Status planHost(std::vector<PythonPhase> &phases) const
    {
        // With a device, the host only makes the inputs and sends them. Otherwise this counts
        // inputs, the reference's results and the candidate's; results are seldom larger than
        // inputs. Reference and candidate processes each hold a copy in addition to the transferred
        // one.
        const std::int64_t oneTrial = *m_sizes.inputs * (m_context.tensors.isOnDevice() ? 2 : 5);
        if (oneTrial > m_context.memoryBytes)
            return Error{Errc::Unsupported,
                         "needs " + gigabytes(oneTrial) + " of memory, and "
                             + gigabytes(m_context.memoryBytes) + " may be used here",
                         m_task.string(), "evaluate it on a machine with more memory"};
        if (m_sizes.trial() * countOf(phases) > m_keptBytes)
            makeAnew(phases, oneTrial);
        return {};
    }

    const PythonContext &m_context;
    std::filesystem::path m_task; ///< its file, for errors
    std::int64_t m_keptBytes;     ///< max for the trials of one of the task's shapes
    TaskSizes m_sizes;
};

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
