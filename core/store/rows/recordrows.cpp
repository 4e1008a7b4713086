// SPDX-License-Identifier: Apache-2.0
#include "core/store/rows/recordrows.h"

#include "core/store/rows/runconditions.h"
#include "core/store/sqlite/blobstore.h"
#include "core/store/sqlite/rowlisting.h"

#include <concepts>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

namespace loupe {

/// Lists the columns of table `golden_record`. Its task is a key.
template <typename Columns, typename Row>
requires std::same_as<std::remove_const_t<Row>, GoldenRecord>
void listColumns(Columns &columns, Row &record)
{
    auto &[task, baseline, caseName, milliseconds, minimumMs, maximumMs, deviationMs,
           gigabytesPerSecond, teraflops, originalRecord, source]
        = record;
    columns("baseline", baseline);
    columns("case_name", caseName);
    columns("ms", milliseconds);
    columns("minimum_ms", minimumMs);
    columns("maximum_ms", maximumMs);
    columns("deviation_ms", deviationMs);
    columns("gigabytes_per_second", gigabytesPerSecond);
    columns("teraflops", teraflops);
    columns.blob("original", originalRecord);
    columns("source", source);
}

/// Lists what is read of a golden record of a run r in its environment n, and its task t.
template <typename Columns>
void listColumns(Columns &columns, StoredGoldenRecord &stored)
{
    columns("r.name", stored.run);
    columns("t.suite", stored.suite);
    columns("t.category", stored.category);
    columns("n.device_name", stored.device);
    columns("t.name", stored.record.task);
    columns("r.suite_version", stored.suiteVersion);
    listColumns(columns, stored.record);
}

Status addGoldenRecord(Database &database, RunId run, TaskId task, const GoldenRecord &record)
{
    static const std::string sql
        = insertStatement("golden_record", {"run_id", "task_id"}, columnNames<GoldenRecord>());
    const auto added = insertRow(database, sql, record, run.value, task.value);
    return added ? Status() : added.error();
}

Status addFurtherTime(Database &database, RunId run, TaskId task, const GoldenRecord &record)
{
    const auto known = database.lookup(
        "SELECT 1 FROM golden_record WHERE run_id = ? AND task_id = ? AND baseline = ?", run.value,
        task.value, record.baseline);
    if (!known)
        return known.error();
    return *known ? Status() : addGoldenRecord(database, run, task, record);
}

Status addImportedFiles(Database &database, RunId run, std::span<const ImportedFile> files)
{
    const auto kept = database.lookup(
        "SELECT ifnull(max(position) + 1, 0) FROM imported_file WHERE run_id = ?", run.value);
    if (!kept)
        return kept.error();
    std::int64_t position = kept->value_or(0);
    for (const ImportedFile &file : files) {
        const auto content = putLargeBlob(database, file.content);
        if (!content)
            return content.error();
        Status stored = database.run(
            "INSERT INTO imported_file (run_id, position, name, content) VALUES (?, ?, ?, ?)",
            run.value, position++, file.name, *content);
        if (!stored)
            return stored;
    }
    return {};
}

Result<std::vector<StoredGoldenRecord>> readGoldenRecords(Database &database,
                                                          const std::string &run)
{
    static const std::string sql = selectOf<StoredGoldenRecord>(fmt::format(
        "FROM golden_record g JOIN (SELECT id, name, environment_id, {} AS suite_version FROM run) "
        "r ON r.id = g.run_id JOIN environment n ON n.id = r.environment_id JOIN task t ON t.id = "
        "g.task_id WHERE ?1 = '' OR r.name = ?1 COLLATE BINARY ORDER BY g.id",
        suiteVersionSql));
    return readListWithBlobs<StoredGoldenRecord>(database, sql, run);
}

Result<std::vector<ImportedFile>> readImportedFiles(Database &database, const std::string &run)
{
    const auto files = readList<std::pair<std::string, std::optional<std::int64_t>>>(
        database,
        "SELECT f.name, f.content FROM imported_file f JOIN run r ON r.id = f.run_id WHERE r.name "
        "= ? COLLATE BINARY ORDER BY f.position",
        run);
    if (!files)
        return files.error();
    std::vector<ImportedFile> out;
    for (const auto &[name, blob] : *files) {
        auto content = getBlob(database, blob);
        if (!content)
            return std::move(content).error();
        out.push_back({name, std::move(*content)});
    }
    return out;
}

} // namespace loupe
