// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/records/recordformats.h"

#include <filesystem>
#include <string>
#include <vector>

namespace loupe {

/// What was found below a folder.
struct RecordTree {
    std::vector<RecordBatch> batches;
    std::vector<std::string> unrecognised; ///< files that no batch holds, relative to the folder
    std::vector<JsonProblem> refused;      ///< sources that skipBad left out, with the reason
};

/// Reads every source below a folder that is of a known format; a source that is one itself is read
/// as by "auto". Files of the batches are named by their path below the folder. Links to folders
/// are not followed. InvalidInput when nothing was recognised or, without skipBad, when one source
/// is refused: then nothing at all is given.
Result<RecordTree> readRecordTree(const std::filesystem::path &source, const ReadOptions &options);

} // namespace loupe
