// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/records/recordformats.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace loupe {

/// What was wrong with the records of one source, and whether reading may go on.
class RecordProblems
{
public:
    RecordProblems(std::string source, const ReadOptions &options)
        : m_source(std::move(source))
        , m_options(options)
    {
    }

    /// Takes one record's problems. False when it had any: the record is left out.
    bool accept(std::vector<JsonProblem> problems);
    /// Reports progress. Cancelled when a stop was asked for.
    Status step(int done, int total) const;
    /// The refusal of the whole source: when there was a problem that may not be skipped, or when
    /// nothing was understood.
    Status verdict(int understood) const;
    const std::vector<JsonProblem> &all() const { return m_problems; }

private:
    std::string m_source;
    const ReadOptions &m_options;
    std::vector<JsonProblem> m_problems;
};

/// Where a batch comes from.
struct BatchSource {
    std::string format;
    std::string suite;
    std::filesystem::path path;
    std::string name; ///< of the run, unless the caller of the import gives one
    std::string part; ///< what tells it from the other runs of the source; empty: nothing needs to
    /// What was taken from names of folders: with it the same bytes are another run.
    std::string identity;
    std::string device;             ///< as recorded; empty: not recorded
    Json settings = Json::object(); ///< what else is recorded of the whole run
};

/// "RTX 4090" -> {"RTX 4090 (recorded)", "cuda"}; of an empty name, "not recorded".
Environment recordedEnvironment(const std::string &device);

/// Builds one batch: each task and method is added once, uuid and name come from the source.
class BatchBuilder
{
public:
    /// `digest` is of all that was read (digestOf).
    BatchBuilder(const BatchSource &source, const std::string &digest, const ReadOptions &options);

    void addTask(Task task);
    void addMethod(Method method);
    /// A sentence with a count before it, where the count is above 0.
    void note(std::size_t count, const std::string &text);
    RecordBatch &batch() { return m_batch; }
    RecordBatch take() { return std::move(m_batch); }

private:
    std::map<std::string, std::size_t> m_tasks;
    std::map<std::string, std::size_t> m_methods;
    RecordBatch m_batch;
};

/// SHA-256 of the only file's content, of several over their names and digests.
std::string digestOf(const std::vector<ImportedFile> &files);

} // namespace loupe
