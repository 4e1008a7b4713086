// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/records/formats/recordformats.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Records found below a folder.
struct RecordTree {
    std::vector<RecordBatch> batches;
    /// Files in no batch, relative to the folder; those named like data come first.
    std::vector<std::string> unrecognised;
    std::vector<JsonProblem> withoutResult; ///< sources without a result, and archives
    std::vector<JsonProblem> refused; ///< sources and folders that were not read, with the reason
    std::string refusedDetail;        ///< a line for each problem of a source that has several
};

/// Reads every source of a known format below a folder; `source` may itself be one, which is then
/// read as with "auto". Files of the batches are named relative to the folder. Links to folders are
/// not followed. Refused sources and unreadable folders are listed and do not affect others. A
/// source whose records another one contains is merged into that (recordcopies.h). InvalidInput if
/// nothing was read, or if `source` is a store.
///
/// With a `format` other than "auto", only sources of that format are read.
Result<RecordTree> readRecordTree(const std::filesystem::path &source, const ReadOptions &options,
                                  std::string_view format = "auto");

} // namespace loupe
