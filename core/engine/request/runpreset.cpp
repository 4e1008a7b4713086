// SPDX-License-Identifier: Apache-2.0
#include "core/engine/request/runpreset.h"

#include "core/base/clock.h"
#include "core/base/files.h"
#include "core/base/nearest.h"
#include "core/base/result.h"
#include "core/engine/request/requestfields.h"
#include "core/engine/request/requestranges.h"
#include "core/store/read/storereader.h"
#include "core/store/write/storewriter.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <strings.h>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr int presetVersion = 1;
constexpr std::size_t maxPresetBytes = std::size_t{1} << 20;
constexpr RequestPlaces presetPlaces{"samples", "jobs", "limits", "python.limits", "tasks"};

} // namespace

// The writer and the reader of listed fields must find these, so they are not in the unnamed
// namespace.

template <typename Fields>
void listFields(Fields &fields, TimingPolicy &timing)
{
    listTiming(fields, timing, presetKeys, true);
}

template <typename Fields>
void listFields(Fields &fields, PythonRequest &python)
{
    listJudging(fields, python, presetKeys);
    fields("counters", python.counters);
    listChoices(fields, "further_baselines", python.furtherBaselines);
    listPrecisions(fields, "precision", python.precisions);
    fields("backward", python.backward);
    fields("shapes", python.shapes);
    fields("limits", python.limits);
}

template <typename Fields>
void listFields(Fields &fields, RunPreset &preset)
{
    int version = presetVersion;
    fields("kernelloupe_preset", version);
    fields("name", preset.name);
    fields("place", preset.place);
    RunRequest &request = preset.request;
    listPath(fields, "suite", request.suite);
    fields("layout", request.layout);
    listSelection(fields, request, presetKeys);
    listMachine(fields, request);
    listChoice(fields, "library", request.library);
    listChoice(fields, "sandbox", request.sandbox);
    fields("limits", request.limits);
    fields("timing", request.timing);
    fields("python", request.python);
}

namespace {

bool meansFile(const std::string &nameOrFile)
{
    return nameOrFile.ends_with(".json") || nameOrFile.find('/') != std::string::npos;
}

std::vector<std::string> namesIn(const std::vector<StoredPreset> &presets)
{
    std::vector<std::string> out;
    out.reserve(presets.size());
    for (const StoredPreset &each : presets)
        out.push_back(each.name);
    return out;
}

std::string namesOf(const std::vector<StoredPreset> &presets)
{
    return presets.empty() ? "it has none; kloupe run … --save-preset NAME saves one"
                           : fmt::format("it has {}", fmt::join(namesIn(presets), ", "));
}

} // namespace

Json toJson(const RunPreset &preset)
{
    RunPreset kept = preset;
    kept.request.sandbox = SandboxMode::Bubblewrap;
    return fieldsToJson(kept);
}

Result<RunPreset> parsePreset(const std::string &text, const std::string &source)
{
    const auto json = parseJson(text, source);
    if (!json)
        return json.error();
    if (json->is_object() && json->contains("kernelloupe_preset")
        && (*json)["kernelloupe_preset"] != presetVersion)
        return Error{Errc::Unsupported,
                     "the run preset is of version " + (*json)["kernelloupe_preset"].dump()
                         + "; this program knows " + std::to_string(presetVersion),
                     source + ":kernelloupe_preset", "use a newer KernelLoupe"};
    if (json->is_object() && !json->contains("kernelloupe_preset"))
        return Error{Errc::InvalidInput, "this is no run preset", source + ":kernelloupe_preset",
                     "kloupe presets export writes one"};
    RunPreset preset;
    if (Status read = readFields(*json, source, MissingFields::Kept, preset); !read)
        return read.error();
    std::vector<JsonProblem> problems;
    checkRanges(preset.request, presetPlaces, source, problems);
    if (!problems.empty())
        return toError(problems);
    RunRequest &request = preset.request;
    request.fromFile
        = {source, !request.python.interpreter.empty(),
           !preset.place.empty() && preset.place != "local", request.sandbox == SandboxMode::None};
    request.sandbox = SandboxMode::Bubblewrap;
    return preset;
}

Result<RunPreset> presetOf(const RunRequest &request, const std::string &name)
{
    RunPreset preset{name, request.place.empty() ? "local" : request.place, request};
    std::error_code failed;
    for (fs::path &folder : preset.request.candidates)
        folder = fs::absolute(folder, failed);
    if (fs::exists(request.suite, failed))
        preset.request.suite = fs::absolute(request.suite, failed);
    return parsePreset(toJson(preset).dump(), "run preset \"" + name + "\"");
}

RunRequest requestOf(const RunPreset &preset, const RunRequest &given)
{
    RunRequest request = preset.request;
    request.place = preset.place == "local" ? std::string() : preset.place;
    request.store = given.store;
    request.name = given.name;
    request.given = given.given;
    request.seed = given.seed;
    request.job = given.job;
    request.shard = given.shard;
    request.resume = given.resume;
    request.dryRun = given.dryRun;
    request.control = given.control;
    request.sandbox = given.sandbox;
    request.unconfinedAsRoot = given.unconfinedAsRoot;
    return request;
}

Status keepPreset(const RunPreset &preset, const fs::path &store)
{
    if (meansFile(preset.name))
        return Error{Errc::InvalidInput,
                     "\"" + preset.name + "\" cannot be the name of a run preset", "name",
                     "a name with a slash, or that ends in .json, means a file"};
    const auto writer = StoreWriter::open(store);
    if (!writer)
        return writer.error();
    return (*writer)->savePreset(
        {preset.name, toJson(preset).dump(), isoTime(systemClock().wallNow())});
}

Result<std::vector<StoredPreset>> presetsIn(const fs::path &store)
{
    const auto reader = StoreReader::open(store);
    if (!reader)
        return reader.error();
    return (*reader)->presets();
}

Result<RunPreset> findPreset(const std::string &nameOrFile, const fs::path &store)
{
    if (meansFile(nameOrFile)) {
        const auto text = readFile(nameOrFile, maxPresetBytes);
        if (!text)
            return text.error();
        return parsePreset(*text, nameOrFile);
    }
    const auto presets = presetsIn(store);
    if (!presets)
        return presets.error();
    const auto found = std::ranges::find_if(*presets, [&](const StoredPreset &each) {
        return strcasecmp(each.name.c_str(), nameOrFile.c_str()) == 0;
    });
    if (found == presets->end())
        return Error{Errc::NotFound, "the store has no run preset named \"" + nameOrFile + "\"",
                     store.string(),
                     hintWithNearest(nameOrFile, namesIn(*presets),
                                     namesOf(*presets) + "; a file's name ends in .json")};
    auto preset = parsePreset(found->json, "run preset \"" + found->name + "\"");
    if (preset)
        preset->name = found->name;
    return preset;
}

} // namespace loupe
