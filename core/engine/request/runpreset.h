// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/engine/request/runrequest.h"
#include "core/model/storedpreset.h"

#include <filesystem>
#include <string>
#include <vector>

namespace loupe {

/// What a person wants to run, under a name: the same in the dialog, on the command line, on a node
/// and in an array job. (A run's *profile* is what it was started with.) Of the request, the store,
/// the run's name, given candidates, resuming, dry runs, job and shard are no part.
struct RunPreset {
    std::string name;
    std::string place = "local"; ///< where it runs; core/executors knows the places
    RunRequest request;
};

/// As one JSON object, version 1, with every option; of the sandbox it says what everybody has.
Json toJson(const RunPreset &preset);

/// Reads what toJson() writes. Options that are left out keep their defaults. A preset cannot leave
/// the sandbox: one that says so is read, and `fromFile` of the request keeps that it did.
/// InvalidInput names every field that is unknown, of a wrong type or out of range; Unsupported for
/// a newer version. `source` is what errors name as the file.
Result<RunPreset> parsePreset(const std::string &text, const std::string &source);

/// What the request is under a name, its folders as whole paths. InvalidInput where that could not
/// be read again.
Result<RunPreset> presetOf(const RunRequest &request, const std::string &name);

/// The run that the preset stands for, with what of `given` is no part of a preset.
RunRequest requestOf(const RunPreset &preset, const RunRequest &given);

/// Keeps the preset in the store, which is made where there is none; one of that name is replaced.
/// Busy while another program writes it; InvalidInput for a name that findPreset() takes for a
/// file.
Status keepPreset(const RunPreset &preset, const std::filesystem::path &store);

/// All that the store keeps, by name. The error of StoreReader::open() where it cannot be opened.
Result<std::vector<StoredPreset>> presetsIn(const std::filesystem::path &store);

/// The preset of that name in the store, whatever the case of its letters, or in the JSON file, if
/// the text ends in ".json" or holds a slash. NotFound names the presets that there are.
Result<RunPreset> findPreset(const std::string &nameOrFile, const std::filesystem::path &store);

} // namespace loupe
