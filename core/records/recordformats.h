// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/records/recordbatch.h"

#include <filesystem>
#include <functional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>

namespace loupe {

struct ReadOptions {
    std::string runName;  ///< name of the run the records become; empty: the format and the file
    bool skipBad = false; ///< leave bad records out and list them, instead of refusing the file
    /// Called with (records read, total) from the calling thread.
    std::function<void(int done, int total)> progress;
    std::stop_token stop;
};

/// One kind of result file that can be imported.
struct RecordFormat {
    std::string_view name;        ///< what `kloupe import` takes
    std::string_view description; ///< one line for people
    Result<RecordBatch> (*read)(const std::filesystem::path &file, const ReadOptions &options);
};

std::span<const RecordFormat> recordFormats();

/// Reads a file of the named format. Strict: any malformed record refuses the whole file
/// (InvalidInput; `where` = file:line:field, `detail` lists all), unless `skipBad`. An unknown
/// format is InvalidInput with the known ones as hint.
Result<RecordBatch> readRecords(std::string_view format, const std::filesystem::path &file,
                                const ReadOptions &options = {});

} // namespace loupe
