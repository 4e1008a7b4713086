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

/// One kind of result file that can be imported.
struct RecordFormat {
    std::string_view name;        ///< what `kloupe import` takes
    std::string_view description; ///< one line for people
    /// What its program times with, named as the engine names its own; empty where it has several
    /// ways, or records no times.
    std::string_view clock;
    /// Keys or columns that its records have, with commas between: what a file that is not
    /// recognised lacks is told from them.
    std::string_view keys;
    /// Whether `source` looks like it, from names and beginnings alone; `read` is the judge.
    bool (*recognises)(const std::filesystem::path &source);
    /// One batch per run that the source holds, at least one.
    Result<std::vector<RecordBatch>> (*reader)(const std::filesystem::path &source,
                                               const ReadOptions &options);

    /// What `reader` gives, with what can be told of conditions (recordedconditions.h).
    Result<std::vector<RecordBatch>> read(const std::filesystem::path &source,
                                          const ReadOptions &options) const;
};

std::span<const RecordFormat> recordFormats();
/// The refusal of a source in which no format was found (unknownrecords.h).
Error noKnownRecords(const std::filesystem::path &source);

/// The one format that recognises the source. InvalidInput when several do, or none does
/// (unknownrecords.h).
Result<const RecordFormat *> detectRecordFormat(const std::filesystem::path &source);

/// Reads a source of the named format, or with "auto" of the one that it is detected to be;
/// archives are opened by readRecordTree. Strict: any malformed record refuses the whole file
/// (InvalidInput; `where` = file:line:field, `detail` lists all), unless `skipBad`. An unknown
/// format is InvalidInput with the known ones as hint.
Result<std::vector<RecordBatch>> readRecords(std::string_view format,
                                             const std::filesystem::path &source,
                                             const ReadOptions &options = {});

} // namespace loupe
