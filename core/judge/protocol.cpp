// SPDX-License-Identifier: Apache-2.0
#include "core/judge/protocol.h"

#include "core/judge/protocolbuilder.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace loupe {

namespace {

constexpr std::array entries{
    ProtocolEntry{"kernelbench-0.0", "kernelbench", "0.0", "KernelBench, the paper's version"},
    ProtocolEntry{"kernelbench-0.1", "kernelbench", "0.1", "KernelBench 0.1"},
    ProtocolEntry{"kernelbench-0.2", "kernelbench", "0.2", "KernelBench 0.2"},
    ProtocolEntry{"kernelbench-x-2026-05", "kernelbench-x", "2026-05",
                  "KernelBench-X, the paper's version"},
    ProtocolEntry{"kernelbench-x-2026-06", "kernelbench-x", "2026-06",
                  "KernelBench-X since 31 May 2026"},
    ProtocolEntry{"tritonbench-t-1", "tritonbench-t", "1", "TritonBench-T"},
    ProtocolEntry{"tritonbench-g-1", "tritonbench-g", "1", "TritonBench-G"},
    ProtocolEntry{"multikernelbench-2025-07", "multikernelbench", "2025-07",
                  "MultiKernelBench, the paper's version"},
    ProtocolEntry{"multikernelbench-2025-11", "multikernelbench", "2025-11",
                  "MultiKernelBench since 21 November 2025"},
    ProtocolEntry{"multikernelbench-2026-01", "multikernelbench", "2026-01",
                  "MultiKernelBench since 22 January 2026"},
    ProtocolEntry{"multikernelbench-2026-05", "multikernelbench", "2026-05",
                  "MultiKernelBench since 29 May 2026"},
    ProtocolEntry{"kernelgenbench-2026-06", "kernelgenbench", "2026-06",
                  "KernelGenBench of June 2026"},
};

/// Lower case, without dashes, underscores and spaces.
std::string plain(const std::string &text)
{
    std::string out;
    for (const char each : text) {
        if (each != '-' && each != '_' && each != ' ')
            out += static_cast<char>(std::tolower(static_cast<unsigned char>(each)));
    }
    return out;
}

std::string_view nameOf(InputCast cast)
{
    constexpr std::array<std::string_view, 3> names{"none", "all_tensors", "floating_tensors"};
    return names[static_cast<std::size_t>(cast)];
}

std::string_view nameOf(WeightEquality weights)
{
    constexpr std::array<std::string_view, 3> names{"none", "same_seed", "transplant"};
    return names[static_cast<std::size_t>(weights)];
}

std::string_view nameOf(SeedScheme scheme)
{
    constexpr std::array<std::string_view, 5> names{"per_trial", "once", "after_candidate",
                                                    "secret", "none"};
    return names[static_cast<std::size_t>(scheme)];
}

std::string_view nameOf(Compared compared)
{
    constexpr std::array<std::string_view, 3> names{"return_value", "test_results",
                                                    "standard_output"};
    return names[static_cast<std::size_t>(compared)];
}

Json timingToJson(const TimingProtocol &timing)
{
    return {{"method", timing.method},
            {"warmups", timing.warmups},
            {"warmup_ms", timing.warmupMs},
            {"discarded", timing.discarded},
            {"trials", timing.trials},
            {"trials_ms", timing.trialsMs},
            {"flushes_cache", timing.flushesCache},
            {"flush_bytes", timing.flushBytes},
            {"grad_enabled", timing.gradEnabled},
            {"fresh_inputs", timing.freshInputs},
            {"statistic", timing.statistic},
            {"inputs", timing.inputs}};
}

/// The entry of that suite and version; the suite's newest where none is asked for.
const ProtocolEntry *find(const std::string &suite, const std::string &version)
{
    const ProtocolEntry *found = nullptr;
    for (const ProtocolEntry &entry : entries) {
        if (plain(std::string(entry.suite)) != plain(suite))
            continue;
        // a package says "0.2.0.dev0" where the rules are those of 0.2
        const bool isIt = version.empty() || version == entry.id
            || version.starts_with(entry.version)
            || version.starts_with(std::string(entry.id) + ".");
        if (isIt)
            found = &entry;
    }
    return found;
}

Error unknown(const std::string &what)
{
    std::string hint = "known protocols:";
    for (const ProtocolEntry &entry : entries) {
        hint += " ";
        hint += entry.id;
    }
    return Error{Errc::NotFound, what, {}, std::move(hint), {}};
}

} // namespace

const ProtocolToggle *Protocol::toggle(std::string_view toggleId) const
{
    const auto found
        = std::find_if(toggles.begin(), toggles.end(),
                       [&](const ProtocolToggle &each) { return each.id == toggleId; });
    return found == toggles.end() ? nullptr : &*found;
}

bool Protocol::isOn(std::string_view toggleId) const
{
    const ProtocolToggle *found = toggle(toggleId);
    return found != nullptr && found->state == ToggleState::On;
}

std::span<const ProtocolEntry> allProtocols()
{
    return entries;
}

Result<Protocol> protocolFor(const std::string &suite, const std::string &version,
                             ProtocolMode mode, const Json &taskFacts, const ToggleChoices &choices)
{
    const ProtocolEntry *entry = find(suite, version);
    if (entry == nullptr)
        return unknown("there is no protocol for the suite \"" + suite + "\""
                       + (version.empty() ? "" : " in version \"" + version + "\""));
    const ProtocolBuilder builder(mode, taskFacts, choices);
    const std::string known(entry->version);
    const std::string name = plain(std::string(entry->suite));
    Result<Protocol> made = name == "kernelbench" ? kernelBenchProtocol(known, builder)
        : name == "kernelbenchx"                  ? kernelBenchXProtocol(known, builder)
        : name == "multikernelbench"              ? multiKernelBenchProtocol(known, builder)
        : name == "kernelgenbench"                ? kernelGenBenchProtocol(builder)
                                   : tritonBenchProtocol(name == "tritonbenchg", builder);
    if (!made)
        return made;
    made->id = std::string(entry->id) + (mode == ProtocolMode::AsIntended ? "+intended" : "");
    made->suite = entry->suite;
    made->version = entry->version;
    made->title = entry->title;
    return made;
}

std::string_view name(ToggleState state)
{
    constexpr std::array<std::string_view, 5> names{"as_shipped", "as_intended", "on", "off",
                                                    "not_yet"};
    return names[static_cast<std::size_t>(state)];
}

std::string_view name(ProtocolMode mode)
{
    return mode == ProtocolMode::AsShipped ? "as_shipped" : "as_intended";
}

Json toJson(const Protocol &protocol)
{
    Json toggles = Json::array();
    for (const ProtocolToggle &each : protocol.toggles)
        toggles.push_back({{"id", each.id},
                           {"state", name(each.state)},
                           {"meaning", each.meaning},
                           {"reason", each.reason}});
    Json json{{"id", protocol.id},
              {"suite", protocol.suite},
              {"version", protocol.version},
              {"title", protocol.title},
              {"mode", name(protocol.mode)},
              {"trials", protocol.trials},
              {"seed_scheme", nameOf(protocol.seedScheme)},
              {"seeds", protocol.seeds},
              {"model_seed", protocol.modelSeed},
              {"seeds_numpy", protocol.seedsNumpy},
              {"seeds_python", protocol.seedsPython},
              {"weights", nameOf(protocol.weights)},
              {"cast", nameOf(protocol.cast)},
              {"precision", name(protocol.precision)},
              {"models_cast", protocol.modelsCast},
              {"evaluation_mode", protocol.evaluationMode}};
    json["grad_in_forward"] = protocol.gradInForward;
    json["shared_inputs"] = protocol.sharedInputs;
    json["reference_first"] = protocol.referenceFirst;
    json["same_random_state"] = protocol.sameRandomState;
    json["reference_may_use_tf32"] = protocol.referenceMayUseTf32;
    json["stops_at_first_failure"] = protocol.stopsAtFirstFailure;
    json["compared"] = nameOf(protocol.compared);
    json["result_variable"] = protocol.resultVariable;
    json["rule"] = toJson(protocol.rule);
    json["stages"] = protocol.stages;
    json["deadline_seconds"] = protocol.deadlineSeconds;
    json["timing"] = timingToJson(protocol.timing);
    json["speedup_definition"] = protocol.speedupDefinition;
    json["excessive_speedup"] = protocol.excessiveSpeedup;
    json["toggles"] = std::move(toggles);
    return json;
}

} // namespace loupe
