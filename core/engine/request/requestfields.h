// SPDX-License-Identifier: Apache-2.0
//
// The options of a run, each listed once for core/base/fieldlisting.h. Of these parts a preset,
// which is also what other machines are sent (runpreset.h), and the profile of a run (profile.h)
// are made: they put them into different objects and have other keys for some.
#pragma once

#include "core/base/fieldlisting.h"
#include "core/engine/request/optionwords.h"

#include <fmt/format.h>

namespace loupe {

/// What the two call differently.
struct RequestKeys {
    const char *tasks;
    const char *interpreter;
    const char *clock;
};
inline constexpr RequestKeys presetKeys{"tasks", "interpreter", "clock"};
inline constexpr RequestKeys profileKeys{"task_filter", "python", "method"};

/// A path as a text field.
template <typename Fields>
void listPath(Fields &fields, const char *key, std::filesystem::path &path)
{
    std::string text = path.string();
    fields(key, text);
    path = text;
}

/// An option that is one of some words.
template <typename Fields, typename T>
void listChoice(Fields &fields, const char *key, T &value)
{
    constexpr auto word = [](const T &each) { return optionWord(each); };
    fields.named(key, value, word, byName(optionValues<T>(), word));
}

/// Which of the two states each of some toggles has.
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

/// `saysClock`: with what native candidates on a processor have no choice of.
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

/// Which evaluations are asked for, of the suite that the request names.
template <typename Fields>
void listSelection(Fields &fields, RunRequest &request, const RequestKeys &keys)
{
    // A member that is added here is listed in one of these functions, or is no option.
    auto &[runName, suite, layout, candidates, given, method, store, taskFilter, samples, jobs,
           seed, job, shard, resume, dryRun, library, controls, sandbox, unconfinedAsRoot, limits,
           timing, python, place, control, fromFile]
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

/// How and where candidates run, whatever they are written in.
template <typename Fields>
void listMachine(Fields &fields, RunRequest &request)
{
    fields("jobs", request.jobs);
    fields("controls", request.controls);
    fields("platform", request.python.platform);
    fields("device", request.python.device);
}

/// How a benchmark in Python is judged, and by which interpreter.
template <typename Fields>
void listJudging(Fields &fields, PythonRequest &python, const RequestKeys &keys)
{
    auto &[interpreter, platform, namedPlatform, device, judgedBy, fullHeaders, mode, suiteToggles,
           strictPoints, baseline, fastInputs, stopsAtFirstFailure, counters, limits]
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
