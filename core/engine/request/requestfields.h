// SPDX-License-Identifier: Apache-2.0
//
// Lists each option of a run once, for core/base/fieldlisting.h. Presets (runpreset.h), which are
// also sent to other machines, and profiles of runs (profile.h) are made of these parts. They use
// different objects, and different keys for some options.
#pragma once

#include "core/base/fieldlisting.h"
#include "core/engine/request/optionwords.h"
#include "core/engine/request/requestedprecisions.h"

#include <fmt/format.h>

namespace loupe {

/// Keys that differ between presets and profiles.
struct RequestKeys {
    const char *tasks;
    const char *interpreter;
    const char *clock;
};
inline constexpr RequestKeys presetKeys{"tasks", "interpreter", "clock"};
inline constexpr RequestKeys profileKeys{"task_filter", "python", "method"};

/// Lists a path as a text field.
template <typename Fields>
void listPath(Fields &fields, const char *key, std::filesystem::path &path)
{
    std::string text = path.string();
    fields(key, text);
    path = text;
}

/// Lists an option that takes one of several words.
template <typename Fields, typename T>
void listChoice(Fields &fields, const char *key, T &value)
{
    constexpr auto word = [](const T &each) { return optionWord(each); };
    fields.named(key, value, word, byName(optionValues<T>(), word));
}

/// Lists several values of an option that takes one of several words.
template <typename Fields, typename T>
void listChoices(Fields &fields, const char *key, std::vector<T> &values)
{
    std::vector<std::string> words;
    words.reserve(values.size());
    for (const T value : values)
        words.emplace_back(optionWord(value));
    fields(key, words);
    values.clear();
    const auto known = optionWords<T>();
    for (const std::string &word : words) {
        if (const auto found = known.find(word); found != known.end())
            values.push_back(found->second);
        else
            fields.problem(key, fmt::format("\"{}\" is not known to this version", word));
    }
}

/// Lists precisions as "float32,bfloat16".
template <typename Fields>
void listPrecisions(Fields &fields, const char *key, std::vector<RunPrecision> &precisions)
{
    std::string words = precisionWords(precisions);
    fields(key, words);
    if (auto read = precisionsFromWords(words))
        precisions = std::move(*read);
    else
        fields.problem(key, read.error().message + "; " + read.error().hint);
}

template <typename Fields>
void listFields(Fields &fields, PrecisionGroup &group)
{
    auto &[run, precisions] = group;
    fields("run", run);
    listPrecisions(fields, "precisions", precisions);
}

/// Lists some toggles, each with one of two states.
template <typename Fields>
void listToggles(Fields &fields, const char *key, ToggleChoices &choices,
                 const std::array<ToggleState, 2> &states)
{
    std::map<std::string, std::string> texts;
    for (const auto &[toggle, state] : choices)
        texts[toggle] = name(state);
    fields(key, texts);
    choices.clear();
    for (const auto &[toggle, text] : texts) {
        const auto state = byName(states, [](ToggleState each) { return name(each); })(text);
        if (state)
            choices[toggle] = *state;
        else
            fields.problem(key, fmt::format("\"{}\" is no state of {}", text, toggle));
    }
}

template <typename Fields>
void listFields(Fields &fields, SubjectLimits &limits)
{
    auto &[buildSeconds, callSeconds, cpuSeconds, memoryBytes, fileBytes, processes] = limits;
    fields("build_seconds", buildSeconds);
    fields("call_seconds", callSeconds);
    fields("cpu_seconds", cpuSeconds);
    fields("memory_bytes", memoryBytes);
    fields("file_bytes", fileBytes);
    fields("processes", processes);
}

/// Lists timing options. `saysClock` adds those that native candidates on a processor do not have.
template <typename Fields>
void listTiming(Fields &fields, TimingPolicy &timing, const RequestKeys &keys, bool saysClock)
{
    auto &[enabled, relativeInterval, minimumSeconds, maximumSeconds, minimumBlocks, blockSeconds,
           slowSeconds, method, cache, rotatedInputs, rotatedBytes]
        = timing;
    fields("enabled", enabled);
    fields("relative_interval", relativeInterval);
    fields("minimum_seconds", minimumSeconds);
    fields("maximum_seconds", maximumSeconds);
    fields("minimum_blocks", minimumBlocks);
    fields("block_seconds", blockSeconds);
    fields("slow_seconds", slowSeconds);
    if (!saysClock)
        return;
    listChoice(fields, keys.clock, method);
    listChoice(fields, "cache", cache);
    fields("rotated_inputs", rotatedInputs);
    fields("rotated_bytes", rotatedBytes);
}

/// Lists the evaluations that are requested, of the suite that the request names.
template <typename Fields>
void listSelection(Fields &fields, RunRequest &request, const RequestKeys &keys)
{
    // A new member must be listed in one of these functions, unless it is not an option.
    auto &[runName, suite, layout, candidates, given, method, store, taskFilter, samples, jobs,
           seed, job, shard, resume, dryRun, library, controls, sandbox, unconfinedAsRoot, limits,
           timing, python, place, control, sanitizer, fromFile, partOf]
        = request;
    std::vector<std::string> folders;
    folders.reserve(candidates.size());
    for (const std::filesystem::path &folder : candidates)
        folders.push_back(folder.string());
    fields("candidates", folders);
    candidates.assign(folders.begin(), folders.end());
    fields("method", method);
    fields(keys.tasks, taskFilter);
    fields("samples", samples);
}

/// Lists how and where candidates run, in any language.
template <typename Fields>
void listMachine(Fields &fields, RunRequest &request)
{
    fields("jobs", request.jobs);
    fields("controls", request.controls);
    fields("platform", request.python.platform);
    fields("device", request.python.device);
}

/// Lists how a Python benchmark is judged, and by which interpreter.
template <typename Fields>
void listJudging(Fields &fields, PythonRequest &python, const RequestKeys &keys)
{
    // Precisions, backward, shapes, further baselines and counters are listed where older files may
    // lack them.
    auto &[interpreter, platform, namedPlatform, device, precisions, backward, shapesFile, shapes,
           judgedBy, fullHeaders, mode, suiteToggles, strictPoints, baseline, furtherBaselines,
           fastInputs, stopsAtFirstFailure, counters, limits]
        = python;
    listPath(fields, keys.interpreter, interpreter);
    fields("full_headers", fullHeaders);
    listChoice(fields, "protocol", judgedBy);
    listChoice(fields, "suite_rules", mode);
    listToggles(fields, "suite_toggles", suiteToggles,
                {ToggleState::AsShipped, ToggleState::AsIntended});
    listToggles(fields, "strict_points", strictPoints, {ToggleState::On, ToggleState::Off});
    listChoice(fields, "baseline", baseline);
    fields("fast_inputs", fastInputs);
    fields("stop_at_first_failure", stopsAtFirstFailure);
}

} // namespace loupe
