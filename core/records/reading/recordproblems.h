// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/records/reading/batchbuilder.h"
#include "core/records/reading/jsonoutline.h"
#include "core/records/reading/readoptions.h"
#include "core/records/reading/recordbatch.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace loupe {

/// Error message for a valid source without any result.
inline constexpr std::string_view noResultInSource = "there is no result in it";

/// Problems in the records of one source. They refuse the source or, with skipBad, are listed.
class RecordProblems
{
public:
    RecordProblems(std::string source, const ReadOptions &options)
        : m_source(std::move(source))
        , m_options(options)
    {
    }

    void add(JsonProblem problem);
    void add(const Error &error) { add({error.where, error.message}); }
    /// Adds one record's problems. Returns false if it had any: the record is skipped.
    bool accept(std::vector<JsonProblem> problems);
    /// Parses the record that begins in this line of the file; a parse error is a problem. Parse
    /// each record only once, because its lost times are counted.
    std::optional<Json> parsed(std::string_view text, const std::string &file, int line = 1);
    /// Parses a record of the file and calls `read` with it. Returns false if it is malformed or no
    /// object, or if `read` reported a problem: the record is skipped.
    bool readRecord(const JsonPart &record, const std::string &file, const std::string &path,
                    const std::function<void(const JsonReader &)> &read);
    /// Does the same for a parsed record at `place`, a file or "file:line".
    bool readFields(const Json &record, const std::string &place, const std::string &path,
                    const std::function<void(const JsonReader &)> &read);
    /// Counts a record with a time, speedup or score that is NaN or infinite, at any depth. Readers
    /// omit such values; the total is reported at the end.
    void countLostTimes(const Json &record);

    /// Reports progress. Cancelled if a stop was requested.
    Status step(std::size_t done, std::size_t total) const;
    /// Returns an error if there was a problem that may not be skipped, or if no record was
    /// understood.
    Status verdict(std::size_t understood) const;
    /// Returns the same error, or the non-empty runs. The first run gets the list of skipped
    /// records and the files read.
    Result<std::vector<RecordBatch>> finish(std::vector<BatchBuilder> runs,
                                            std::vector<ImportedFile> files) const;
    /// Finishes a single run.
    Result<std::vector<RecordBatch>> finish(BatchBuilder run,
                                            std::vector<ImportedFile> files) const;
    const std::vector<JsonProblem> &all() const { return m_problems; }

private:
    std::string m_source;
    const ReadOptions &m_options;
    std::vector<JsonProblem> m_problems;
    std::size_t m_lostTimes = 0; ///< number of records
};

} // namespace loupe
