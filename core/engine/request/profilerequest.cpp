// SPDX-License-Identifier: Apache-2.0
//
// A request as part of a profile, and back.
#include "core/engine/request/profile.h"

#include <array>

namespace loupe {

namespace {

Json choicesJson(const ToggleChoices &choices)
{
    Json out = Json::object();
    for (const auto &[toggle, state] : choices)
        out[toggle] = name(state);
    return out;
}

std::string_view nameOf(JudgedBy judge)
{
    switch (judge) {
    case JudgedBy::Suite:
        return "suite";
    case JudgedBy::Strict:
        return "strict";
    case JudgedBy::Both:
        break;
    }
    return "both";
}

/// Of `values` the one whose name the field holds; the first, and a problem, where it is none.
template <typename T, std::size_t count, typename Name>
T choice(const JsonReader &reader, std::string_view key, const std::array<T, count> &values,
         Name named)
{
    const std::string wanted = reader.requiredString(key);
    for (const T value : values) {
        if (named(value) == wanted)
            return value;
    }
    reader.problem(key, "\"" + wanted + "\" is not known to this version");
    return values[0];
}

constexpr auto ownName = [](const auto value) { return name(value); };

ToggleChoices choicesIn(const JsonReader &options, std::string_view key)
{
    ToggleChoices out;
    const auto object = options.object(key);
    if (!object)
        return out;
    const std::array states{ToggleState::AsShipped, ToggleState::AsIntended, ToggleState::On,
                            ToggleState::Off};
    for (const auto &[toggle, state] : object->json().items())
        out[toggle] = choice(*object, toggle, states, ownName);
    return out;
}

SubjectLimits limitsIn(const JsonReader &limits)
{
    return {limits.requiredNumber("build_seconds"),
            limits.requiredNumber("call_seconds"),
            limits.requiredNumber("cpu_seconds"),
            limits.requiredInteger("memory_bytes"),
            limits.requiredInteger("file_bytes"),
            static_cast<int>(limits.requiredInteger("processes"))};
}

TimingPolicy timingIn(const JsonReader &timing)
{
    TimingPolicy policy;
    policy.enabled = timing.requiredBool("enabled");
    policy.relativeInterval = timing.requiredNumber("relative_interval");
    policy.minimumSeconds = timing.requiredNumber("minimum_seconds");
    policy.maximumSeconds = timing.requiredNumber("maximum_seconds");
    policy.minimumBlocks = static_cast<int>(timing.requiredInteger("minimum_blocks"));
    policy.slowSeconds = timing.requiredNumber("slow_seconds");
    policy.blockSeconds = timing.requiredNumber("block_seconds");
    if (!timing.has("method"))
        return policy; // native, on a processor
    if (timing.requiredString("method") != "auto")
        policy.method = choice(timing, "method",
                               std::array{TimingMethod::Cupti, TimingMethod::CudaEvent,
                                          TimingMethod::DoBench, TimingMethod::Host},
                               [](const TimingMethod method) { return optionName(method); });
    policy.cache = choice(timing, "cache", std::array{CacheState::Cold, CacheState::Warm}, ownName);
    policy.rotatedInputs = static_cast<int>(timing.requiredInteger("rotated_inputs"));
    policy.rotatedBytes = timing.requiredInteger("rotated_bytes");
    return policy;
}

PythonRequest pythonIn(const JsonReader &options)
{
    PythonRequest python;
    python.interpreter = options.requiredString("python");
    python.platform = options.requiredString("platform");
    python.device = options.requiredString("device");
    python.judgedBy = choice(options, "protocol",
                             std::array{JudgedBy::Both, JudgedBy::Suite, JudgedBy::Strict}, nameOf);
    python.fullHeaders = options.requiredBool("full_headers");
    python.mode = choice(options, "suite_rules",
                         std::array{ProtocolMode::AsShipped, ProtocolMode::AsIntended}, ownName);
    python.suiteToggles = choicesIn(options, "suite_toggles");
    python.strictPoints = choicesIn(options, "strict_points");
    python.baseline
        = choice(options, "baseline",
                 std::array{BaselineForm::Eager, BaselineForm::Compile,
                            BaselineForm::CompileReduceOverhead, BaselineForm::CudaGraph},
                 ownName);
    python.fastInputs = options.requiredBool("fast_inputs");
    python.stopsAtFirstFailure = options.requiredBool("stop_at_first_failure");
    return python;
}

void readOptions(const JsonReader &options, RunRequest &request)
{
    request.python = pythonIn(options);
    request.jobs = static_cast<int>(options.requiredInteger("jobs"));
    request.controls = options.requiredBool("controls");
}

} // namespace

Json optionsJson(const RunRequest &request)
{
    const PythonRequest &python = request.python;
    return {{"python", python.interpreter.string()},
            {"platform", python.platform},
            {"device", python.device},
            {"protocol", nameOf(python.judgedBy)},
            {"full_headers", python.fullHeaders},
            {"suite_rules", name(python.mode)},
            {"suite_toggles", choicesJson(python.suiteToggles)},
            {"strict_points", choicesJson(python.strictPoints)},
            {"baseline", name(python.baseline)},
            {"fast_inputs", python.fastInputs},
            {"stop_at_first_failure", python.stopsAtFirstFailure},
            {"jobs", request.jobs},
            {"controls", request.controls}};
}

Result<RunRequest> requestFromProfile(const std::string &text)
{
    const auto json = parseJson(text, "run profile");
    if (!json)
        return json.error();
    std::vector<JsonProblem> problems;
    const JsonReader reader(*json, "run profile", "", problems);
    if (!reader.has("options"))
        return Error{Errc::Unsupported,
                     "the run's profile does not say all options that it was started with",
                     "run profile:options",
                     "it is of an older version or imported; start a run with the options you want",
                     {}};
    RunRequest request;
    if (const auto options = reader.object("options"))
        readOptions(*options, request);
    // What submissions said that they are written in; their stored sources may not say it.
    if (const auto engine = reader.object("engine", false);
        engine && request.python.platform.empty())
        request.python.platform = engine->optionalString("platform");
    if (const auto suite = reader.object("suite"))
        request.suite = suite->requiredString("folder");
    request.library = choice(
        reader, "library",
        std::array{LibraryPolicy::Mixed, LibraryPolicy::Pure, LibraryPolicy::Any}, policyName);
    request.fromFile = {"the stored run", !request.python.interpreter.empty(), false,
                        reader.requiredString("sandbox") == "none"};
    if (const auto limits = reader.object("limits"))
        request.limits = request.python.limits = limitsIn(*limits);
    if (const auto timing = reader.object("timing"))
        request.timing = timingIn(*timing);
    if (!problems.empty())
        return toError(problems);
    return request;
}

} // namespace loupe
