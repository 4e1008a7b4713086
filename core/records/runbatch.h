// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/records/filetree.h"
#include "core/records/recordbatch.h"
#include "core/records/recordformats.h"

#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace loupe {

/// What tells one run of a source from the others.
struct RunPart {
    std::string suite;
    std::string part; ///< "a100, eager"; empty where the source is one run
    Environment environment;
    std::string precision = {};
};

/// Fills the batch of one run: tasks and methods once each, no two evaluations of one key.
class RunBatch
{
public:
    /// `digest` is of the whole source; with the part it identifies the run.
    RunBatch(std::string_view format, const FileTree &tree, const std::string &digest,
             const RunPart &part, const ReadOptions &options);

    void addTask(const Task &task);
    void addMethod(const Method &method);
    /// False, and nothing is added, where the run has one of that task, method, sample, round and
    /// attempt already.
    bool add(Evaluation evaluation);
    void addGolden(GoldenRecord record);
    /// "3 records have no time"; nothing where the count is 0.
    void addNote(std::size_t count, const std::string &text);

    bool isEmpty() const { return m_batch.evaluations.empty() && m_batch.golden.empty(); }
    RecordBatch &batch() { return m_batch; }

private:
    RecordBatch m_batch;
    std::set<std::string> m_tasks;
    std::set<std::string> m_methods;
    std::set<std::tuple<std::string, std::string, int, int, int>> m_keys;
};

/// What is wrong with the records of a source: it refuses the source or, with skipBad, is listed.
class BadRecords
{
public:
    BadRecords(std::string source, const ReadOptions &options)
        : m_source(std::move(source))
        , m_skip(options.skipBad)
    {
    }

    /// Whether a record with these problems can be used: there are none.
    bool accept(std::vector<JsonProblem> problems);
    bool accept(JsonProblem problem)
    {
        return accept(std::vector<JsonProblem>{std::move(problem)});
    }

    /// The end of a read: the runs that have something, the whole files kept in the first, what was
    /// left out listed there. An error where problems refuse the source or nothing is left of it.
    Result<std::vector<RecordBatch>> finish(std::vector<RunBatch> runs, FileTree tree) const;

private:
    std::string m_source;
    bool m_skip;
    std::vector<JsonProblem> m_problems;
};

/// A device as a record or a path names it: "NVIDIA A100 (recorded)". Empty: "not recorded".
Environment environmentOfRecord(const std::string &device, const std::string &kind,
                                const Json &facts = Json::object());

} // namespace loupe
