// SPDX-License-Identifier: Apache-2.0
#include "core/records/runbatch.h"

#include "core/base/digest.h"
#include "core/records/jsonfields.h"

#include <algorithm>

namespace loupe {

namespace {

constexpr std::size_t mostBadRecords = 100;

std::string runBatchName(std::string_view format, const FileTree &tree, const std::string &part,
                         const ReadOptions &options)
{
    std::string name = options.runName;
    if (name.empty()) {
        name = format;
        name += " ";
        name += tree.isSingleFile ? std::string(stemOf(tree.files.front().name))
                                  : tree.root.filename().string();
    }
    if (!part.empty())
        name += " (" + part + ")";
    return name;
}

} // namespace

RunBatch::RunBatch(std::string_view format, const FileTree &tree, const std::string &digest,
                   const RunPart &part, const ReadOptions &options)
{
    m_batch.format = format;
    m_batch.source = tree.isSingleFile ? tree.place(tree.files.front()) : tree.root.string();
    m_batch.digest = digest;
    Run &run = m_batch.run;
    run.uuid = sha256Hex(m_batch.format + "\n" + digest + "\n" + part.part).substr(0, 32);
    run.name = runBatchName(format, tree, part.part, options);
    run.suite = part.suite;
    run.origin = "import:" + m_batch.format;
    run.protocol = format;
    run.precision = part.precision;
    run.environment = part.environment;
    run.profileJson = Json{
        {"format", format},
        {"file", std::filesystem::path(m_batch.source).filename().string()},
        {"part", part.part},
        {"sha256",
         digest}}.dump(-1, ' ', false, Json::error_handler_t::replace);
}

void RunBatch::addTask(const Task &task)
{
    if (m_tasks.insert(task.name).second)
        m_batch.tasks.push_back(task);
}

void RunBatch::addMethod(const Method &method)
{
    if (m_methods.insert(method.name).second)
        m_batch.methods.push_back(method);
}

bool RunBatch::add(Evaluation evaluation)
{
    const Candidate &candidate = evaluation.candidate;
    if (!m_keys
             .insert({candidate.task, candidate.method, candidate.sample, candidate.round,
                      evaluation.attempt})
             .second)
        return false;
    m_batch.evaluations.push_back(std::move(evaluation));
    ++m_batch.records;
    return true;
}

void RunBatch::addGolden(GoldenRecord record)
{
    m_batch.golden.push_back(std::move(record));
    ++m_batch.records;
}

void RunBatch::addNote(std::size_t count, const std::string &text)
{
    if (count > 0)
        m_batch.notes.push_back(std::to_string(count) + " " + text);
}

bool BadRecords::accept(std::vector<JsonProblem> problems)
{
    for (JsonProblem &problem : problems) {
        if (m_problems.size() < mostBadRecords)
            m_problems.push_back(std::move(problem));
    }
    return problems.empty();
}

Result<std::vector<RecordBatch>> BadRecords::finish(std::vector<RunBatch> runs, FileTree tree) const
{
    if (!m_problems.empty() && !m_skip) {
        Error error = toError(m_problems);
        error.hint = "nothing was imported; correct the file, or skip bad records";
        return error;
    }
    std::vector<RecordBatch> batches;
    for (RunBatch &run : runs) {
        if (!run.isEmpty())
            batches.push_back(std::move(run.batch()));
    }
    if (batches.empty()) {
        if (!m_problems.empty())
            return toError(m_problems);
        return Error{Errc::InvalidInput,
                     "there is no result in it",
                     m_source,
                     "check the path and the format",
                     {}};
    }
    batches.front().files = std::move(tree.files);
    batches.front().skipped = m_problems;
    if (!m_problems.empty())
        batches.front().notes.push_back(std::to_string(m_problems.size())
                                        + " problems in bad records, which were skipped");
    return batches;
}

Environment environmentOfRecord(const std::string &device, const std::string &kind,
                                const Json &facts)
{
    Json json = facts;
    json["source"] = "as recorded";
    return {device.empty() ? "not recorded" : device + " (recorded)",
            kind.empty() ? "unknown" : kind, jsonLine(json)};
}

} // namespace loupe
