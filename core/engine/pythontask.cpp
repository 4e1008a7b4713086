// SPDX-License-Identifier: Apache-2.0
#include "core/engine/pythontask.h"

#include "core/base/digest.h"
#include "core/engine/machine.h"
#include "core/engine/oracleconversation.h"

#include <algorithm>
#include <charconv>

namespace loupe {

namespace {

constexpr int strictTrials = 3;

/// A number below 2^60 that nobody knows who does not know the run's seed.
std::uint64_t secretSeed(const std::string &runSeed, const std::string &task, int index)
{
    const std::string digest = sha256Hex(runSeed + "\n" + task + "\n" + std::to_string(index));
    std::uint64_t seed = 0;
    std::from_chars(digest.data(), digest.data() + 15, seed, 16);
    return seed;
}

Json factsOf(const BenchmarkTask &task)
{
    Json facts = Json::object();
    for (const auto &[key, value] : task.facts)
        facts[key] = value;
    return facts;
}

/// The strict rules for a task: ours, but no tighter on an element than the suite's own, which
/// know how far honest arithmetic may stray on its inputs.
Protocol strictFor(const BenchmarkTask &task, const Protocol &suite)
{
    Protocol strict = strictProtocol(factsOf(task));
    strict.cast = suite.cast == InputCast::None ? InputCast::None : InputCast::FloatingTensors;
    strict.precision = suite.precision;
    strict.modelsCast = suite.modelsCast;
    return strict;
}

Status addModelTrials(OracleConversation &oracle, PythonPhase &phase,
                      const std::vector<std::uint64_t> &seeds)
{
    auto state = oracle.construct(phase);
    if (!state)
        return state.error();
    if (phase.protocol.weights == WeightEquality::Transplant) {
        if (Status taken = oracle.takeWeights(phase); !taken)
            return taken;
    }
    const bool isSeeded = !seeds.empty();
    const std::size_t count
        = isSeeded ? seeds.size() : static_cast<std::size_t>(phase.protocol.trials);
    for (std::size_t i = 0; i < count; ++i) {
        const auto seed = isSeeded ? std::optional(seeds[i]) : std::nullopt;
        auto given = oracle.draw(phase.protocol, i, seed, i == 0 ? *state : std::string());
        if (!given)
            return given.error();
        PythonTrial trial;
        trial.caseName = (phase.isStrict ? "strict trial " : "trial ") + std::to_string(i + 1);
        trial.seed = isSeeded ? std::to_string(seeds[i]) : std::string();
        trial.given = std::move(*given);
        phase.trials.push_back(std::move(trial));
    }
    for (std::size_t i = 0; i < count; ++i) {
        const auto seed = isSeeded ? std::optional(seeds[i]) : std::nullopt;
        if (Status expected = oracle.expect(phase.protocol, phase.trials[i], seed); !expected)
            return expected;
        // In the suites' own process the candidate draws behind the reference.
        if (phase.isStrict) {
            phase.trials[i].callSeed = seed;
            phase.trials[i].state.clear();
        }
    }
    return {};
}

} // namespace

const PythonTrial &PythonPhase::largestTrial() const
{
    const auto bytes = [](const PythonTrial &trial) {
        std::int64_t sum = 0;
        if (trial.given.tensors) {
            for (const TensorSpec &spec : trial.given.tensors->specs())
                sum += spec.bytes();
        }
        return sum;
    };
    return *std::max_element(
        trials.begin(), trials.end(),
        [&](const PythonTrial &a, const PythonTrial &b) { return bytes(a) < bytes(b); });
}

PythonTask::PythonTask(const BenchmarkTask &task, const PythonContext &context)
    : m_task(task)
    , m_context(context)
{
}

Result<const std::vector<PythonPhase> *> PythonTask::phases(PythonServer &oracle,
                                                            std::stop_token stop)
{
    const std::lock_guard lock(m_mutex);
    if (m_failure)
        return *m_failure;
    if (!m_phases) {
        auto prepared = prepare(oracle, stop);
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

Result<std::vector<PythonPhase>> PythonTask::prepare(PythonServer &oracle,
                                                     const std::stop_token &stop)
{
    const auto suite = protocolFor(m_context.suite, m_context.suiteProtocol, m_context.rules.mode,
                                   factsOf(m_task));
    if (!suite)
        return suite.error();
    auto child = oracle.fork(stop);
    if (!child)
        return child.error();
    OracleConversation conversation(m_task, m_context, **child, stop);
    const bool isModel = m_task.testSegment.empty();
    if (!isModel && suite->compared == Compared::ReturnValue)
        return Error{Errc::Unsupported,
                     "this suite's tests cannot be run by this version",
                     m_task.file.string(),
                     {},
                     {}};
    return isModel ? prepareModel(conversation, *suite) : prepareTest(conversation, *suite);
}

Result<std::vector<PythonPhase>> PythonTask::prepareModel(OracleConversation &oracle,
                                                          const Protocol &suite) const
{
    if (Status loaded = oracle.load(); !loaded)
        return loaded.error();
    std::vector<PythonPhase> phases;
    if (m_context.judgesBySuite()) {
        PythonPhase &phase = phases.emplace_back();
        phase.protocol = suite;
        phase.modelSeed = suite.modelSeed;
    }
    if (m_context.judgesStrictly()) {
        PythonPhase &phase = phases.emplace_back();
        phase.isStrict = true;
        phase.protocol = strictFor(m_task, suite);
        phase.modelSeed = secretSeed(m_context.seed, m_task.task.name, 0);
    }
    if (Status fits = checkMemory(oracle, phases); !fits)
        return fits.error();
    for (PythonPhase &phase : phases) {
        std::vector<std::uint64_t> seeds;
        if (phase.isStrict) {
            for (int i = 0; i < strictTrials; ++i)
                seeds.push_back(secretSeed(m_context.seed, m_task.task.name, i + 1));
        } else if (suite.seedScheme == SeedScheme::PerTrial) {
            seeds = suite.seeds;
        }
        if (Status added = addModelTrials(oracle, phase, seeds); !added)
            return added.error();
    }
    return phases;
}

Status PythonTask::checkMemory(OracleConversation &oracle,
                               const std::vector<PythonPhase> &phases) const
{
    if (const auto maker = m_task.facts.find("inputs");
        maker != m_task.facts.end() && maker->second != Json("get_inputs"))
        return {};
    const auto bytes = oracle.inputBytes();
    if (!bytes)
        return bytes.error();
    if (!*bytes)
        return {};
    int trials = 0;
    for (const PythonPhase &phase : phases)
        trials += phase.isStrict ? strictTrials : phase.protocol.trials;
    // Each trial's inputs are kept with what the reference makes of them, which is seldom larger.
    const std::int64_t needed = **bytes * 2 * trials;
    const std::int64_t share = memoryBytes() / 2;
    if (needed <= share)
        return {};
    const auto gigabytes
        = [](std::int64_t size) { return std::to_string((size + (1LL << 30) - 1) >> 30) + " GB"; };
    return Error{Errc::Unsupported,
                 "needs " + gigabytes(needed) + " for " + std::to_string(trials) + " trials of "
                     + gigabytes(**bytes) + "; " + gigabytes(share) + " may be used here",
                 m_task.file.string(),
                 "evaluate it on a machine with more memory",
                 {}};
}

Result<std::vector<PythonPhase>> PythonTask::prepareTest(OracleConversation &oracle,
                                                         const Protocol &suite) const
{
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
        auto trials = oracle.recordCalls(secretSeed(m_context.seed, m_task.task.name, 0));
        if (!trials)
            return trials.error();
        PythonPhase &phase = phases.emplace_back();
        phase.style = PythonStyle::Calls;
        phase.isStrict = true;
        phase.protocol = strictFor(m_task, suite);
        phase.protocol.rule = suite.rule;
        phase.trials = std::move(*trials);
    }
    return phases;
}

Result<std::unique_ptr<PythonChild>>
PythonTask::baseline(PythonServer &oracle, const PythonPhase &phase, std::stop_token stop) const
{
    auto child = oracle.fork(stop);
    if (!child)
        return child.error();
    OracleConversation conversation(m_task, m_context, **child, stop);
    if (Status loaded = conversation.load(); !loaded)
        return loaded.error();
    PythonPhase own;
    own.protocol = phase.protocol;
    own.modelSeed = phase.modelSeed;
    if (phase.style == PythonStyle::Model) {
        if (const auto built = conversation.construct(own); !built)
            return built.error();
    }
    const std::string function = phase.style == PythonStyle::Model ? "" : m_task.entry;
    const Bundle &given = phase.largestTrial().given;
    if (Status called = conversation.call(phase.protocol, given, function); !called)
        return called.error();
    return child;
}

} // namespace loupe
