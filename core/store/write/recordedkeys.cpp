// SPDX-License-Identifier: Apache-2.0
#include "core/store/write/recordedkeys.h"

#include "core/base/digest.h"
#include "core/store/sqlite/rowlisting.h"

#include <utility>

namespace loupe {

/// Lists the digest of a record's text and its blob b.
template <typename Columns>
void listColumns(Columns &columns, StoredRecord &record)
{
    RowBytes digest;
    columns("b.sha256", digest);
    columns("b.id", record.text);
    record.digest = digest.bytes;
}

Result<RecordedKeys> readRecordedKeys(Database &database, RunId run)
{
    RecordedKeys out;
    Status read = readRows(
        database,
        "SELECT t.name, m.name, e.sample, e.round, e.attempt, b.sha256, b.id, e.verdict = "
        "'not_recorded' AND c.source_blob IS NULL, s.sha256, x.baseline FROM evaluation e JOIN "
        "task t ON t.id = e.task_id JOIN method m "
        "ON m.id = e.method_id JOIN candidate c ON c.id = e.candidate_id LEFT JOIN "
        "evaluation_extra x ON x.evaluation_id = e.id LEFT JOIN blob b ON b.id = x.original LEFT "
        "JOIN blob s ON s.id = c.source_blob WHERE e.run_id = ?",
        [&](const Statement &row) {
            auto [key, record, isEmpty, source, baseline]
                = readValues<RecordedKeys::Attempt, StoredRecord, bool, RowBytes, std::string>(row);
            record.source = source.bytes;
            record.baseline = std::move(baseline);
            if (record.digest.empty() && isEmpty)
                out.placeholders.insert(key);
            out.evaluations.emplace(std::move(key), std::move(record));
        },
        run.value);
    if (read)
        read = readRows(
            database,
            "SELECT t.name, m.name, s.sample, s.from_round, s.to_round, b.sha256, b.id FROM "
            "transition s "
            "JOIN task t ON t.id = s.task_id JOIN method m ON m.id = s.method_id LEFT JOIN blob b "
            "ON b.id = s.original WHERE s.run_id = ?",
            [&](const Statement &row) {
                out.steps.insert(readValue<std::pair<RecordedKeys::Step, StoredRecord>>(row));
            },
            run.value);
    if (read)
        read = readRows(
            database,
            "SELECT t.name, g.baseline, g.case_name, b.sha256, b.id FROM golden_record g "
            "JOIN task t ON t.id = g.task_id LEFT JOIN blob b ON b.id = g.original "
            "WHERE g.run_id = ?",
            [&](const Statement &row) {
                out.references.insert(
                    readValue<std::pair<RecordedKeys::Reference, StoredRecord>>(row));
            },
            run.value);
    if (read)
        read = readRows(
            database,
            "SELECT t.name, m.name, d.sample, x.id IS NOT NULL, x.round, x.role, b.sha256, "
            "g.sha256 FROM dialogue d JOIN task t ON t.id = d.task_id JOIN method m ON m.id = "
            "d.method_id LEFT JOIN message x ON x.dialogue_id = d.id LEFT JOIN blob b ON b.id = "
            "x.body LEFT JOIN response s ON s.request_id = x.request_id LEFT JOIN blob g ON g.id "
            "= s.reasoning WHERE d.run_id = ? ORDER BY d.id, x.ordinal",
            [&](const Statement &row) {
                const auto [sample, isMessage, round, role, body, reasoning]
                    = readValues<RecordedKeys::Sample, bool, int, std::string, RowBytes, RowBytes>(
                        row);
                auto &messages = out.dialogues[sample];
                if (isMessage)
                    messages.emplace_back(round, role, body.bytes, reasoning.bytes);
            },
            run.value);
    if (read)
        read = readRows(
            database, "SELECT name FROM imported_file WHERE run_id = ?",
            [&](const Statement &row) { out.files.insert(readValue<std::string>(row)); },
            run.value);
    if (!read)
        return std::move(read).error();
    return out;
}

Result<std::vector<std::string>> runsHolding(Database &database, const std::string &origin,
                                             const std::string &suite, const Evaluation &evaluation)
{
    const Candidate &candidate = evaluation.candidate;
    return readList<std::string>(
        database,
        "SELECT r.name FROM task t JOIN evaluation e ON e.task_id = t.id JOIN method m ON m.id = "
        "e.method_id JOIN candidate c ON c.id = e.candidate_id JOIN blob b ON b.id = "
        "c.source_blob JOIN run r ON r.id = e.run_id WHERE t.suite = ? COLLATE BINARY AND t.name "
        "= ? COLLATE BINARY AND m.name = ? COLLATE BINARY AND e.sample = ? AND e.round = ? AND "
        "e.attempt = ? AND hex(b.sha256) = upper(?) AND r.origin = ? ORDER BY r.id",
        suite, candidate.task, candidate.method, candidate.sample, candidate.round,
        evaluation.attempt, sha256Hex(candidate.source), origin);
}

} // namespace loupe
