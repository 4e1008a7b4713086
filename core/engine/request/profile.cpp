// SPDX-License-Identifier: Apache-2.0
#include "core/engine/request/profile.h"

#include "core/base/json.h"

namespace loupe {

std::string profileJson(const RunRequest &request, const Plan &plan, const std::string &seed,
                        const Json &engine)
{
    Json json;
    json["schema"] = 1;
    json["suite"] = {{"name", plan.suiteName()},
                     {"folder", std::filesystem::absolute(request.suite).string()},
                     {"hash", plan.suiteHash()}};
    json["methods"] = Json::array();
    for (const Method &method : plan.methods)
        json["methods"].push_back(method.name);
    json["candidates"] = Json::array();
    for (const auto &folder : request.candidates)
        json["candidates"].push_back(std::filesystem::absolute(folder).string());
    json["task_filter"] = request.taskFilter;
    json["method"] = request.method;
    json["samples"] = request.samples;
    json["library"] = policyName(request.library);
    json["sandbox"] = request.sandbox == SandboxMode::Bubblewrap ? "bubblewrap" : "none";
    json["seed"] = seed;
    json["engine"] = engine;
    json["options"] = optionsJson(request);
    const SubjectLimits &limits = plan.isNative() ? request.limits : request.python.limits;
    json["limits"] = {{"build_seconds", limits.buildSeconds}, {"call_seconds", limits.callSeconds},
                      {"cpu_seconds", limits.cpuSeconds},     {"memory_bytes", limits.memoryBytes},
                      {"file_bytes", limits.fileBytes},       {"processes", limits.processes}};
    const TimingPolicy &timing = request.timing;
    json["timing"] = {{"enabled", timing.enabled},
                      {"relative_interval", timing.relativeInterval},
                      {"minimum_seconds", timing.minimumSeconds},
                      {"maximum_seconds", timing.maximumSeconds},
                      {"minimum_blocks", timing.minimumBlocks},
                      {"slow_seconds", timing.slowSeconds},
                      {"block_seconds", timing.blockSeconds}};
    if (!plan.isNative() || plan.platform == "cuda") {
        json["timing"]["method"] = timing.method ? optionName(*timing.method) : "auto";
        json["timing"]["cache"] = name(timing.cache);
        json["timing"]["rotated_inputs"] = timing.rotatedInputs;
        json["timing"]["rotated_bytes"] = timing.rotatedBytes;
        json["timing"]["baseline"] = name(request.python.baseline);
    }
    return json.dump();
}

Result<RunProfile> parseProfile(const std::string &text)
{
    const auto json = parseJson(text, "run profile");
    if (!json)
        return json.error();
    std::vector<JsonProblem> problems;
    const JsonReader reader(*json, "run profile", "", problems);
    RunProfile profile;
    if (const auto suite = reader.object("suite"))
        profile.suiteHash = suite->requiredString("hash");
    profile.seed = reader.requiredString("seed");
    profile.methods = reader.optionalStrings("methods");
    if (!problems.empty()) {
        Error error = toError(problems);
        error.code = Errc::Corrupt;
        return error;
    }
    return profile;
}

} // namespace loupe
