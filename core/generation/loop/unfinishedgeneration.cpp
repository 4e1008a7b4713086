// SPDX-License-Identifier: Apache-2.0
#include "core/generation/loop/unfinishedgeneration.h"

#include "core/base/files.h"
#include "core/base/json.h"
#include "core/base/result.h"
#include "core/engine/request/runpreset.h"
#include "core/generation/loop/keptrequests.h"

#include <utility>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr int requestVersion = 1;
constexpr const char *requestFile = "generation.json";

Result<GenerationRequest> parseRequest(const std::string &text, const fs::path &file,
                                       const fs::path &store)
{
    const std::string source = file.string();
    const auto json = parseJson(text, source);
    if (!json)
        return json.error();
    std::vector<JsonProblem> problems;
    const JsonReader object(*json, source, "", problems);
    object.allowOnly({"kloupe_generation", "name", "profile", "source", "run", "record", "replay",
                      "exact", "spent"});
    if (object.requiredInteger("kloupe_generation") != requestVersion)
        object.problem("kloupe_generation", "must be 1, the form that this version reads");
    RunRequest given;
    given.store = store;
    given.name = object.requiredString("name");
    given.resume = true;
    GenerationRequest request;
    request.record = object.optionalString("record");
    request.replay = object.optionalString("replay");
    request.isReplayExact = object.optionalBool("exact", false);
    request.hasSpentBudget = object.optionalBool("spent", false);
    const std::string profileText = object.requiredString("profile");
    const std::string profileSource = object.requiredString("source");
    const auto run = object.object("run");
    if (!problems.empty())
        return toError(problems);
    auto profile = parseProfile(profileText, profileSource);
    if (!profile)
        return profile.error();
    request.profile = std::move(*profile);
    const auto preset = parsePreset(run->json().dump(), source);
    if (!preset)
        return preset.error();
    request.run = requestOf(*preset, given);
    return request;
}

} // namespace

Status keepGenerationRequest(const GenerationRequest &request, const GenerationSetup &setup)
{
    const auto preset = presetOf(request.run, setup.run);
    if (!preset)
        return preset.error();
    // Saves the effective numbers, because --samples and --rounds belong to this generation.
    Json profile = Json::parse(request.profile.text);
    if (request.samples)
        profile["strategy"]["samples"] = *request.samples;
    if (request.rounds)
        profile["strategy"]["rounds"] = *request.rounds;
    const Json json{{"kloupe_generation", requestVersion},
                    {"name", setup.run},
                    {"profile", profile.dump()},
                    {"source", wholePath(request.profile.source)},
                    {"run", toJson(*preset)},
                    {"record", wholePath(request.record)},
                    {"replay", wholePath(request.replay)},
                    {"exact", request.isReplayExact},
                    {"spent", request.hasSpentBudget}};
    std::error_code failed;
    fs::create_directories(setup.spool, failed);
    if (failed)
        return Error{Errc::Io, "cannot make the spool: " + failed.message(), setup.spool.string()};
    return writeFileAtomic(setup.spool / requestFile, json.dump(2) + "\n");
}

bool hasGenerationRequest(const GenerationSetup &setup)
{
    std::error_code failed;
    return fs::exists(setup.spool / requestFile, failed);
}

Status dropGenerationRequest(const GenerationSetup &setup)
{
    return dropKeptRequest(setup.spool, requestFile);
}

Result<std::vector<GenerationRequest>> unfinishedGenerations(const fs::path &store)
{
    return parsedRequests<GenerationRequest>(keptRequests(store, requestFile), store, parseRequest);
}

} // namespace loupe
