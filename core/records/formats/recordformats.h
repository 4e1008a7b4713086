// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/records/reading/readoptions.h"
#include "core/records/reading/recordbatch.h"

#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

namespace loupe {

/// Kind of result file that can be imported.
struct RecordFormat {
    std::string_view name;        ///< argument of `kloupe import`
    std::string_view description; ///< one line for the user
    /// Timing method of its program, named as in the engine; empty if it has several or records no
    /// times.
    std::string_view clock;
    /// Comma-separated keys or columns of its records, used to report what an unrecognised file
    /// lacks.
    std::string_view keys;
    /// Returns true if `source` looks like this format by names and beginnings; only `read`
    /// validates it.
    bool (*recognises)(const std::filesystem::path &source);
    /// Returns one batch per run in the source, at least one.
    Result<std::vector<RecordBatch>> (*reader)(const std::filesystem::path &source,
                                               const ReadOptions &options);

    /// Returns the result of `reader` with known conditions added (recordedconditions.h).
    Result<std::vector<RecordBatch>> read(const std::filesystem::path &source,
                                          const ReadOptions &options) const;
};

std::span<const RecordFormat> recordFormats();
/// Returns the error for a source of no known format. The message counts the data files seen. The
/// detail lists some of them with their keys, and the nearest format with its missing keys.
Error noKnownRecords(const std::filesystem::path &source);

/// Returns the format that recognises the source. InvalidInput if several do, or none.
Result<const RecordFormat *> detectRecordFormat(const std::filesystem::path &source);

/// Reads a source in the named format, or with "auto" in its detected one; readRecordTree() opens
/// archives. A malformed record refuses the whole file (InvalidInput; `where` = file:line:field,
/// `detail` lists all), unless `skipBad`. An unknown format is InvalidInput with the known ones as
/// hint.
Result<std::vector<RecordBatch>> readRecords(std::string_view format,
                                             const std::filesystem::path &source,
                                             const ReadOptions &options = {});

} // namespace loupe
