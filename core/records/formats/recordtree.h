// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/records/formats/recordformats.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// What was found below a folder.
struct RecordTree {
    std::vector<RecordBatch> batches;
    /// Files that no batch holds, relative to the folder; those named like data come first.
    std::vector<std::string> unrecognised;
    std::vector<JsonProblem> withoutResult; ///< sources without a result, and archives
    std::vector<JsonProblem> refused; ///< sources and folders that were not read, with the reason
};

/// Reads every source below a folder that is of a known format; a source that is one itself is read
/// as by "auto". Files of the batches are named by their path below the folder. Links to folders
/// are not followed. A source that is refused or a folder that cannot be listed is named and keeps
/// none of the others back; a source whose records another holds is read as a part of that one
/// (recordcopies.h). InvalidInput when nothing was read.
///
/// Of another `format` than "auto" only sources of that format are read.
Result<RecordTree> readRecordTree(const std::filesystem::path &source, const ReadOptions &options,
                                  std::string_view format = "auto");

} // namespace loupe
