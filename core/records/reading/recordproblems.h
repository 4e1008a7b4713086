// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/records/reading/batchbuilder.h"
#include "core/records/reading/readoptions.h"
#include "core/records/reading/recordbatch.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace loupe {

/// The message of an error about a source in which nothing is wrong and nothing was found.
inline constexpr std::string_view noResultInSource = "there is no result in it";

/// What is wrong with the records of one source: it refuses the source or, with skipBad, is listed.
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
    /// Takes one record's problems. False when it had any: the record is left out.
    bool accept(std::vector<JsonProblem> problems);
    /// The record that begins in this line of the file; what cannot be parsed is a problem. Each
    /// record is parsed once, because its times that are no numbers are counted.
    std::optional<Json> parsed(std::string_view text, const std::string &file, int line = 1);
    /// Counts a record with a time, a speedup or a score that is NaN or infinite, at any depth. The
    /// readers leave such a value out; the end of the read says how many records had one.
    void countLostTimes(const Json &record);

    /// Reports progress. Cancelled when a stop was asked for.
    Status step(int done, int total) const;
    /// The refusal of the whole source: when there was a problem that may not be skipped, or when
    /// nothing was understood.
    Status verdict(int understood) const;
    /// The end of a read, or the same refusal: the runs that have something. What was left out is
    /// listed in the first, which also gets the files that were read.
    Result<std::vector<RecordBatch>> finish(std::vector<BatchBuilder> runs,
                                            std::vector<ImportedFile> files) const;
    /// Of one run.
    Result<std::vector<RecordBatch>> finish(BatchBuilder run,
                                            std::vector<ImportedFile> files) const;
    const std::vector<JsonProblem> &all() const { return m_problems; }

private:
    std::string m_source;
    const ReadOptions &m_options;
    std::vector<JsonProblem> m_problems;
    std::size_t m_lostTimes = 0; ///< records
};

} // namespace loupe
