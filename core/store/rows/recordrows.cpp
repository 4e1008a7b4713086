// SPDX-License-Identifier: Apache-2.0
#include "core/store/rows/recordrows.h"

#include "core/store/rows/runconditions.h"
#include "core/store/sqlite/blobstore.h"
#include "core/store/sqlite/rowloop.h"

#include <fmt/format.h>

namespace loupe {

Status addGoldenRecord(Database &database, RunId run, TaskId task, const GoldenRecord &record)
{
    const auto original = putBlob(database, record.originalRecord);
    if (!original)
        return original.error();
    return database.run(
        "INSERT INTO golden_record (run_id, task_id, baseline, case_name, ms, minimum_ms, "
        "maximum_ms, deviation_ms, gigabytes_per_second, teraflops, original, source) VALUES (?, "
        "?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        run.value, task.value, record.baseline, record.caseName, record.milliseconds,
        record.minimumMs, record.maximumMs, record.deviationMs, record.gigabytesPerSecond,
        record.teraflops, *original, record.source);
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
    auto statement = database.cached(fmt::format(
        "SELECT r.name, t.suite, t.category, n.device_name, t.name, g.baseline, g.case_name, g.ms, "
        "g.minimum_ms, g.maximum_ms, g.deviation_ms, g.gigabytes_per_second, g.teraflops, "
        "g.original, g.source, r.suite_version FROM golden_record g JOIN (SELECT id, name, "
        "environment_id, {} AS suite_version FROM run) r ON r.id = g.run_id JOIN environment n ON "
        "n.id = r.environment_id JOIN task t ON t.id = g.task_id WHERE ?1 = '' OR r.name = ?1 "
        "COLLATE BINARY ORDER BY g.id",
        suiteVersionSql));
    if (!statement)
        return std::move(statement).error();
    (*statement)->bindAll(run);
    std::vector<StoredGoldenRecord> out;
    std::vector<std::optional<std::int64_t>> originals;
    const Status read = forEachRow(**statement, [&](const Statement &row) {
        StoredGoldenRecord stored;
        stored.run = row.text(0);
        stored.suite = row.text(1);
        stored.category = row.text(2);
        stored.device = row.text(3);
        stored.record.task = row.text(4);
        stored.record.baseline = row.text(5);
        stored.record.caseName = row.text(6);
        stored.record.milliseconds = row.real(7);
        stored.record.minimumMs = row.optionalReal(8);
        stored.record.maximumMs = row.optionalReal(9);
        stored.record.deviationMs = row.optionalReal(10);
        stored.record.gigabytesPerSecond = row.optionalReal(11);
        stored.record.teraflops = row.optionalReal(12);
        stored.record.source = row.text(14);
        stored.suiteVersion = row.text(15);
        originals.push_back(row.optionalInteger(13));
        out.push_back(std::move(stored));
    });
    if (!read)
        return read.error();
    for (std::size_t i = 0; i < out.size(); ++i) {
        auto original = getBlob(database, originals[i]);
        if (!original)
            return std::move(original).error();
        out[i].record.originalRecord = std::move(*original);
    }
    return out;
}

Result<std::vector<ImportedFile>> readImportedFiles(Database &database, const std::string &run)
{
    auto statement = database.cached(
        "SELECT f.name, f.content FROM imported_file f JOIN run r ON r.id = f.run_id WHERE r.name "
        "= ? COLLATE BINARY ORDER BY f.position");
    if (!statement)
        return std::move(statement).error();
    (*statement)->bindAll(run);
    std::vector<ImportedFile> out;
    std::vector<std::optional<std::int64_t>> contents;
    const Status read = forEachRow(**statement, [&](const Statement &row) {
        out.push_back({row.text(0), {}});
        contents.push_back(row.optionalInteger(1));
    });
    if (!read)
        return read.error();
    for (std::size_t i = 0; i < out.size(); ++i) {
        auto content = getBlob(database, contents[i]);
        if (!content)
            return std::move(content).error();
        out[i].content = std::move(*content);
    }
    return out;
}

} // namespace loupe
