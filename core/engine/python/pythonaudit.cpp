// SPDX-License-Identifier: Apache-2.0
#include "core/engine/clocks/roomretry.h"
#include "core/engine/contract/taskauditor.h"
#include "core/engine/machine/machine.h"
#include "core/engine/machine/memorybudget.h"
#include "core/engine/python/oracleconversation.h"
#include "core/engine/python/oracleseat.h"
#include "core/engine/python/phaseplan.h"
#include "core/engine/python/pythontask.h"
#include "core/engine/python/strictpoints.h"
#include "core/judge/protocol.h"

namespace loupe {

namespace {

/// Number of draws of a model's inputs: the first is audited, the others show what can be known
/// without it.
constexpr int drawnInputs = 3;
/// Further draws, made one at a time if a result of few numbers agrees. With the others they are as
/// many as a suite's trials, or one more.
constexpr int furtherInputs = 4;
/// Limit for the calls of a suite's test.
constexpr std::size_t maxCalls = 3;
/// Limits for inputs and weights in float64, which take time on a processor.
constexpr std::int64_t maxAuditBytesOnProcessor = 128LL << 20;
constexpr std::int64_t maxAuditBytesOnDevice = 6LL << 30;
/// Memory needed at a time, in multiples of a model's inputs: draws, copies, results and the values
/// that these are compared with.
constexpr std::int64_t timesTheInputs = 12;
/// Memory of a model in addition to its inputs, on a device.
constexpr std::int64_t bytesOfAnyModel = 6LL << 30;

std::uint64_t seedOf(const std::string &seed, const std::string &task, int index)
{
    return secretSeed(seed + "\naudit", task, index);
}

std::vector<std::uint64_t> seedsOf(const std::string &seed, const std::string &task, int first,
                                   int count)
{
    std::vector<std::uint64_t> out;
    for (int i = first; i < first + count; ++i)
        out.push_back(seedOf(seed, task, i));
    return out;
}

class PythonAuditor final : public TaskAuditor
{
public:
    PythonAuditor(const PythonContext &context, const Benchmark &suite, double seconds,
                  MemoryBudget &memory)
        : m_context(context)
        , m_suite(suite)
        , m_seconds(seconds)
        , m_memory(memory)
    {
    }

    Result<TaskObservation> observe(std::size_t index, const std::stop_token &stop) override
    {
        const BenchmarkTask &task = m_suite.tasks.at(index);
        const auto rules
            = protocolFor(m_context.suite, m_context.suiteProtocol, m_context.rules.mode,
                          factsOf(task), m_context.rules.suiteToggles);
        if (!rules)
            return rules.error();
        auto seen = attempt(task, *rules, Room::Shared, stop);
        if (!seen && seen.error().code == Errc::Busy && !stop.stop_requested())
            seen = attempt(task, *rules, Room::Whole, stop); // with the device to itself
        if (!seen)
            return seen.error();
        seen->isNanEqual = rules->rule.equalNan;
        return seen;
    }

private:
    Result<TaskObservation> attempt(const BenchmarkTask &task, const Protocol &rules, Room room,
                                    const std::stop_token &stop)
    {
        std::optional<MemoryBudget::Hold> all;
        if (room == Room::Whole)
            all.emplace(m_memory, m_memory.total());
        if (!m_seat) {
            auto server = PythonServer::start(m_context.environment, PythonRole::Oracle,
                                              m_context.settingsFor(PythonRole::Oracle), stop);
            if (!server)
                return server.error();
            m_seat = std::make_unique<OracleSeat>(std::move(*server), nullptr);
        }
        auto child = m_seat->child({}, stop);
        if (!child)
            return child.error();
        OracleConversation oracle(task, m_context, **child, stop);
        const bool isModel = task.testSegment.empty() && !m_context.hasOperatorTests;
        auto seen = isModel ? observeModel(oracle, task, rules, room)
                            : observeCalls(oracle, task, rules, room);
        if (!seen)
            return seen;
        if (isModel && (*child)->isAlive() && !mayChangeItsProcess(task.implementation))
            m_seat->giveBack(std::move(*child));
        return seen;
    }

    Json howToCompare(const BenchmarkTask &task, const Protocol &rules) const
    {
        const bool isOnDevice = m_context.settings.device != "cpu";
        return {{"further_draws",
                 seedsOf(m_context.seed, task.task.name, drawnInputs + 1, furtherInputs)},
                {"tolerances", tolerancesOf(rules.rule)},
                {"equal_nan", rules.rule.equalNan},
                {"tf32", rules.referenceMayUseTf32},
                {"call_seed", seedOf(m_context.seed, task.task.name, -1)},
                {"most_bytes", isOnDevice ? maxAuditBytesOnDevice : maxAuditBytesOnProcessor},
                {"most_peak_bytes", m_context.limits().exactPeak},
                {"seconds", m_seconds}};
    }

    Result<TaskObservation> observeModel(OracleConversation &oracle, const BenchmarkTask &task,
                                         const Protocol &rules, Room room)
    {
        if (Status loaded = oracle.load(); !loaded)
            return loaded.error();
        PythonPhase phase;
        phase.protocol = rules;
        phase.protocol.weights = WeightEquality::SameSeed; // no other process takes them
        phase.protocol.backward = false;                   // a task's soundness is that of results
        phase.modelSeed = seedOf(m_context.seed, task.task.name, 0);
        const auto maker = task.facts.find("inputs");
        phase.isGrouped = maker != task.facts.end() && maker->second == Json("get_input_groups");
        std::optional<std::int64_t> bytes;
        if (!phase.isGrouped) {
            const auto counted = oracle.sizes();
            if (!counted)
                return counted.error();
            bytes = counted->inputs;
        }
        const std::int64_t needed = bytes.value_or(0) * timesTheInputs;
        if (m_context.settings.device == "cpu" && needed > m_memory.total())
            return tooLarge(*bytes);
        std::optional<MemoryBudget::Hold> held;
        if (room == Room::Shared)
            held.emplace(m_memory, needed + bytesOfAnyModel);
        if (Status built = oracle.construct(phase); !built)
            return built.error();
        const auto seeds = seedsOf(m_context.seed, task.task.name, 1, drawnInputs);
        const auto answer = oracle.audit(phase, seeds, howToCompare(task, rules));
        if (!answer)
            return answer.error();
        return taskObservationFromJson(*answer);
    }

    static Error tooLarge(std::int64_t bytes)
    {
        return Error{.code = Errc::Unsupported,
                     .message = "its inputs take " + std::to_string(bytes >> 20)
                         + " MB, and an audit needs several times that",
                     .hint = "audit it on a machine with more memory, or on a GPU"};
    }

    Result<TaskObservation> observeCalls(OracleConversation &oracle, const BenchmarkTask &task,
                                         const Protocol &rules, Room room)
    {
        const bool isOnDevice = m_context.settings.device != "cpu";
        std::optional<MemoryBudget::Hold> held;
        if (isOnDevice && room == Room::Shared)
            held.emplace(m_memory, bytesOfAnyModel);
        const std::uint64_t seed = seedOf(m_context.seed, task.task.name, 0);
        std::size_t calls = 0;
        if (m_context.hasOperatorTests) {
            const auto record = oracle.recordOperator(seed);
            if (!record)
                return record.error();
            calls = record->calls.size();
            if (Status ready = oracle.useOperatorReference(); !ready)
                return ready.error();
        } else {
            const auto record = oracle.recordCalls(seed);
            if (!record)
                return record.error();
            calls = record->size();
        }
        if (calls == 0)
            return Error{Errc::Unsupported, "the suite's test makes no call that can be repeated",
                         task.file.string()};
        std::vector<TaskObservation> seen;
        Json request = howToCompare(task, rules);
        request["seconds"] = m_seconds / static_cast<double>(std::min(calls, maxCalls));
        for (std::size_t i = 0; i < std::min(calls, maxCalls); ++i) {
            const auto answer = oracle.auditCall(i * calls / std::min(calls, maxCalls), request);
            if (!answer)
                return answer.error();
            auto one = taskObservationFromJson(*answer);
            if (!one)
                return one.error();
            seen.push_back(std::move(*one));
        }
        return inCommon(seen);
    }

    const PythonContext &m_context;
    const Benchmark &m_suite;
    double m_seconds;
    MemoryBudget &m_memory;
    std::unique_ptr<OracleSeat> m_seat;
};

class PythonAuditing final : public TaskAuditing
{
public:
    PythonAuditing(PythonContext context, const Benchmark &suite, double seconds)
        : m_context(std::move(context))
        , m_suite(suite)
        , m_seconds(seconds)
        , m_memory(m_context.settings.device == "cpu" ? m_context.memoryBytes
                                                      : m_context.tensors.deviceBytes)
    {
    }
    Environment environment() const override
    {
        return describeMachine(m_context.environment, m_context.settings.device);
    }
    Json profile() const override
    {
        return {{"interpreter", m_context.rules.interpreter.string()},
                {"device", m_context.settings.device},
                {"suite_version", m_context.suiteVersion},
                {"suite_protocol", m_context.suiteProtocol},
                {"seed", m_context.seed}};
    }
    std::unique_ptr<TaskAuditor> makeAuditor() override
    {
        return std::make_unique<PythonAuditor>(m_context, m_suite, m_seconds, m_memory);
    }

private:
    PythonContext m_context;
    const Benchmark &m_suite;
    double m_seconds;
    MemoryBudget m_memory;
};

} // namespace

Result<std::unique_ptr<TaskAuditing>> makePythonAuditing(const TaskAuditRequest &request,
                                                         const Benchmark &suite,
                                                         const std::stop_token &stop)
{
    RunRequest run = request.run;
    run.timing.enabled = false;
    auto context = makePythonContext(run, suite, stop);
    if (!context)
        return context.error();
    return {std::make_unique<PythonAuditing>(std::move(*context), suite, request.secondsPerTask)};
}

} // namespace loupe
