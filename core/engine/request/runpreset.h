// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/engine/request/runrequest.h"
#include "core/model/saved/storedpreset.h"

#include <filesystem>
#include <string>
#include <vector>

namespace loupe {

/// Named options of a run: the same in the dialog, on the command line, on a node and in an array
/// job. (A run's *profile* is what it was started with.) Excludes the store, the run's name, given
/// candidates, resuming, dry runs, job and shard.
struct RunPreset {
    std::string name;
    std::string place = "local"; ///< where it runs; see core/executors
    RunRequest request;
};

/// Returns one JSON object, version 1, with every option. The sandbox option is always the default.
Json toJson(const RunPreset &preset);

/// Reads the output of toJson(). Missing options keep their defaults. A preset cannot disable the
/// sandbox: such an option is ignored and noted in the request's `fromFile`. InvalidInput names
/// every field that is unknown, of a wrong type or out of range; Unsupported for a newer version.
/// `source` is the file name in errors.
Result<RunPreset> parsePreset(const std::string &text, const std::string &source);

/// Returns the request as a preset, with absolute folders. InvalidInput if it could not be read
/// again.
Result<RunPreset> presetOf(const RunRequest &request, const std::string &name);

/// Returns the preset's run, with the parts of `given` that presets exclude.
RunRequest requestOf(const RunPreset &preset, const RunRequest &given);

/// Saves the preset in the store, which is created if needed; replaces one of the same name. Busy
/// while another program writes the store. InvalidInput for a name that findPreset() takes for a
/// file.
Status keepPreset(const RunPreset &preset, const std::filesystem::path &store);

/// Returns all presets of the store, by name. Returns the error of StoreReader::open() if it cannot
/// be opened.
Result<std::vector<StoredPreset>> presetsIn(const std::filesystem::path &store);

/// Returns the preset of that name in the store, ignoring case, or reads it from a JSON file. The
/// text is a file if it ends in ".json" or contains a slash. NotFound names the presets that exist.
Result<RunPreset> findPreset(const std::string &nameOrFile, const std::filesystem::path &store);

} // namespace loupe
