// SPDX-License-Identifier: Apache-2.0
#include "core/engine/python/phaseplan.h"

#include "core/base/digest.h"
#include "core/engine/python/strictpoints.h"
#include "core/judge/protocol.h"

#include <algorithm>
#include <charconv>

namespace loupe {

namespace {

/// Adds a model's trials with names and seeds.
void planTrials(PythonPhase &phase, const std::vector<std::uint64_t> &seeds, std::size_t unseeded)
{
    const std::size_t count = seeds.empty() ? unseeded : seeds.size();
    for (std::size_t i = 0; i < count; ++i) {
        PythonTrial &trial = phase.trials.emplace_back();
        trial.index = i;
        trial.caseName = (phase.isStrict ? "strict trial " : "trial ") + std::to_string(i + 1);
        if (!seeds.empty()) {
            trial.drawSeed = seeds[i];
            trial.seed = std::to_string(seeds[i]);
        }
    }
}

/// Returns whether the task makes all its cases at once.
bool isGroupedTask(const BenchmarkTask &task)
{
    const auto maker = task.facts.find("inputs");
    return maker != task.facts.end() && maker->second == Json("get_input_groups");
}

} // namespace

Json factsOf(const BenchmarkTask &task)
{
    Json facts = Json::object();
    for (const auto &[key, value] : task.facts)
        facts[key] = value;
    return facts;
}

std::uint64_t secretSeed(const std::string &runSeed, const std::string &task, int index)
{
    const std::string digest = sha256Hex(runSeed + "\n" + task + "\n" + std::to_string(index));
    std::uint64_t seed = 0;
    std::from_chars(digest.data(), digest.data() + 15, seed, 16);
    return seed;
}

Protocol strictFor(const BenchmarkTask &task, const Protocol &suite, const Protocol &points)
{
    Protocol strict = strictProtocol(factsOf(task));
    strict.toggles = points.toggles;
    strict.cast = suite.cast == InputCast::None ? InputCast::None : InputCast::FloatingTensors;
    strict.precision = suite.precision;
    strict.modelsCast = suite.modelsCast;
    return strict;
}

std::vector<PythonPhase> plannedPhases(const BenchmarkTask &task, const PythonContext &context,
                                       const Protocol &suite)
{
    const auto seedAt = [&](int index) { return secretSeed(context.seed, task.task.name, index); };
    std::vector<PythonPhase> phases;
    if (context.judgesBySuite()) {
        PythonPhase &phase = phases.emplace_back();
        phase.protocol = suite;
        phase.modelSeed = suite.modelSeed;
    }
    if (context.judgesStrictly()) {
        PythonPhase &phase = phases.emplace_back();
        phase.isStrict = true;
        phase.protocol = strictFor(task, suite, context.strict);
        phase.modelSeed = seedAt(0);
    }
    const bool isGrouped = isGroupedTask(task);
    for (PythonPhase &phase : phases) {
        phase.isGrouped = isGrouped;
        std::vector<std::uint64_t> seeds;
        if (phase.isStrict) {
            for (int i = 0; i < phase.protocol.trials; ++i)
                seeds.push_back(seedAt(i + 1));
        } else if (suite.seedScheme == SeedScheme::PerTrial) {
            seeds = suite.seeds;
        }
        auto unseeded = static_cast<std::size_t>(suite.trials);
        if (isGrouped && task.facts.contains("cases")) {
            unseeded = task.facts.at("cases").get<std::size_t>();
            seeds.resize(std::min(seeds.size(), unseeded));
        }
        planTrials(phase, seeds, unseeded);
        if (phase.isStrict)
            planStrictTrials(phase, isGrouped, seedAt);
    }
    return phases;
}

} // namespace loupe
