// SPDX-License-Identifier: Apache-2.0
#include "core/engine/request/profile.h"

#include "core/base/result.h"
#include "core/engine/request/requestfields.h"
#include "core/engine/request/requestranges.h"

namespace loupe {

namespace {

constexpr RequestPlaces profilePlaces{"samples", "options.jobs", "limits", nullptr, "task_filter"};

/// Lists a profile's part of the request, except the selected evaluations. A profile has one set of
/// limits: those of the suite's kind.
template <typename Fields>
void listRequest(Fields &fields, RunRequest &request, SubjectLimits &limits, bool saysClock)
{
    fields.within("options", [&](auto &options) {
        listJudging(options, request.python, profileKeys);
        listMachine(options, request);
    });
    fields.within("suite", [&](auto &suite) {
        listPath(suite, "folder", request.suite);
        suite("layout", request.layout);
    });
    listChoice(fields, "library", request.library);
    listChoice(fields, "sandbox", request.sandbox);
    fields.within("limits", [&](auto &each) { listFields(each, limits); });
    fields.within("timing", [&](auto &timing) {
        listTiming(timing, request.timing, profileKeys, saysClock);
    });
}

} // namespace

std::string profileJson(const RunRequest &request, const Plan &plan, const std::string &seed,
                        const Json &engine)
{
    RunRequest kept = request;
    kept.suite = std::filesystem::absolute(request.suite);
    for (std::filesystem::path &folder : kept.candidates)
        folder = std::filesystem::absolute(folder);
    const bool saysClock = !plan.isNative() || plan.platform == "cuda";
    FieldWriter fields;
    listSelection(fields, kept, profileKeys);
    listRequest(fields, kept, plan.isNative() ? kept.limits : kept.python.limits, saysClock);
    Json json = fields.take();
    json["schema"] = 1;
    json["suite"]["name"] = plan.suiteName();
    json["suite"]["hash"] = plan.suiteHash();
    json["methods"] = Json::array();
    for (const Method &method : plan.methods)
        json["methods"].push_back(method.name);
    if (kept.python.counters) // written only if set, because profiles before 0.2.0 did not have it
        json["options"]["counters"] = true;
    if (!plan.precision.empty() && plan.precision != "fp32") // likewise
        json["options"]["precision"] = plan.precision;
    for (const BaselineForm form : kept.python.furtherBaselines) // likewise
        json["options"]["further_baselines"].push_back(name(form));
    if (kept.python.backward) // likewise
        json["options"]["backward"] = true;
    if (!kept.python.shapes.empty()) // likewise
        json["options"]["shapes"] = kept.python.shapes;
    if (Json group = toJson(kept.partOf); !group.is_null()) // likewise
        json["part_of"] = std::move(group);
    json["seed"] = seed;
    json["engine"] = engine;
    if (saysClock)
        json["timing"]["baseline"] = json["options"]["baseline"];
    return json.dump();
}

Result<RunRequest> requestFromProfile(const std::string &text)
{
    const auto json = parseJson(text, "run profile");
    if (!json)
        return json.error();
    std::vector<JsonProblem> problems;
    const JsonReader reader(*json, "run profile", "", problems);
    if (!reader.has("options"))
        return Error{Errc::Unsupported, "the run's profile lacks some of its options",
                     "run profile:options",
                     "it was made by an older version or imported; start a new run with "
                     "the options you want"};
    RunRequest request;
    const auto timing = reader.object("timing", false);
    FieldReader fields(*json, "run profile", "", MissingFields::Refused, problems);
    listRequest(fields, request, request.limits, timing && timing->has(profileKeys.clock));
    if (const auto options = reader.object("options", false)) {
        request.python.counters = options->optionalBool("counters", false);
        for (const std::string &word : options->optionalStrings("further_baselines")) {
            const auto known = optionWords<BaselineForm>();
            if (const auto found = known.find(word); found != known.end())
                request.python.furtherBaselines.push_back(found->second);
            else
                options->problem("further_baselines", "has an unknown baseline: " + word);
        }
        request.python.backward = options->optionalBool("backward", false);
        request.python.shapes = options->optionalString("shapes");
        const std::string word = options->optionalString("precision");
        if (const auto precision = precisionFromWord(word))
            request.python.precisions = {*precision};
        else if (!word.empty())
            options->problem("precision", "is none of fp32, fp16 and bf16");
    }
    // The platform that the submissions named; their stored sources may not name it.
    if (const auto engine = reader.object("engine", false);
        engine && request.python.platform.empty())
        request.python.platform = engine->optionalString("platform");
    request.python.limits = request.limits;
    request.fromFile = {"the stored run", !request.python.interpreter.empty(), false,
                        request.sandbox == SandboxMode::None};
    request.sandbox = SandboxMode::Bubblewrap;
    if (problems.empty()) // a store may come from anywhere
        checkRanges(request, profilePlaces, "run profile", problems);
    if (!problems.empty())
        return toError(problems);
    return request;
}

Result<RunRequest> requestToGoOn(const std::string &text)
{
    auto request = requestFromProfile(text);
    const auto json = request ? parseJson(text, "run profile") : Result<Json>(request.error());
    if (!json)
        return json.error();
    std::vector<JsonProblem> problems;
    FieldReader fields(*json, "run profile", "", MissingFields::Kept, problems);
    listSelection(fields, *request, profileKeys);
    fields("place", request->place);
    request->fromFile.namesPlace = !request->place.empty() && request->place != "local";
    if (problems.empty())
        checkRanges(*request, profilePlaces, "run profile", problems);
    if (!problems.empty())
        return toError(problems);
    return request;
}

Json toJson(const PrecisionGroup &group)
{
    if (group.run.empty())
        return nullptr;
    return fieldsToJson(group);
}

PrecisionGroup groupOf(const std::string &text)
{
    const auto json = parseJson(text, "run profile");
    if (!json)
        return {};
    const auto part = json->is_object() ? json->find("part_of") : json->end();
    PrecisionGroup group;
    if (part == json->end() || !readFields(*part, "run profile", MissingFields::Refused, group))
        return {};
    return group;
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
