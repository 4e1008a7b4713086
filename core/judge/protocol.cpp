// SPDX-License-Identifier: Apache-2.0
#include "core/judge/protocol.h"

#include "core/model/record/protocolname.h"

#include <algorithm>
#include <array>

namespace loupe {

namespace {

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

bool Protocol::isAsShipped(std::string_view toggleId) const
{
    const ProtocolToggle *found = toggle(toggleId);
    return found != nullptr && found->state == ToggleState::AsShipped;
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

void addGradients(Protocol &protocol)
{
    protocol.backward = true;
    protocol.id += backwardSuffix;
    protocol.title += ", with gradients";
    // Gradients belong to weights by their names.
    protocol.weights = WeightEquality::Transplant;
    protocol.rule.onlyOneTensor = false;
    protocol.rule.allowsMoreGradients = true;
    protocol.speedupDefinition += "; a call goes forward and backward";
}

void addShapes(Protocol &protocol, const std::string &digest)
{
    protocol.id.append(shapesInfix).append(digest);
    protocol.title += ", on several shapes";
    protocol.speedupDefinition
        += "; of a task with several shapes, the geometric mean over its shapes";
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
    json["backward"] = protocol.backward;
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
