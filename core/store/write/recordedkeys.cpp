// SPDX-License-Identifier: Apache-2.0
#include "core/store/write/recordedkeys.h"

#include "core/base/digest.h"
#include "core/store/sqlite/rowloop.h"

#include <utility>

namespace loupe {

namespace {

template <typename Each>
Status eachOfRun(Database &database, const char *sql, RunId run, Each each)
{
    auto statement = database.cached(sql);
    if (!statement)
        return std::move(statement).error();
    (*statement)->bindAll(run.value);
    return forEachRow(**statement, std::move(each));
}

/// Reads the digest of a record's text and its blob id from two columns.
StoredRecord recordFrom(const Statement &row, int column)
{
    return {std::string(row.bytes(column)), row.optionalInteger(column + 1), {}, {}};
}

} // namespace

Result<RecordedKeys> readRecordedKeys(Database &database, RunId run)
{
    RecordedKeys out;
    Status read = eachOfRun(
        database,
        "SELECT t.name, m.name, e.sample, e.round, e.attempt, b.sha256, b.id, e.verdict = "
        "'not_recorded' AND c.source_blob IS NULL, s.sha256, x.baseline FROM evaluation e JOIN "
        "task t ON t.id = e.task_id JOIN method m "
        "ON m.id = e.method_id JOIN candidate c ON c.id = e.candidate_id LEFT JOIN "
        "evaluation_extra x ON x.evaluation_id = e.id LEFT JOIN blob b ON b.id = x.original LEFT "
        "JOIN blob s ON s.id = c.source_blob WHERE e.run_id = ?",
        run, [&](const Statement &row) {
            const RecordedKeys::Attempt key{row.text(0), row.text(1), row.smallInteger(2),
                                            row.smallInteger(3), row.smallInteger(4)};
            StoredRecord record = recordFrom(row, 5);
            record.source = row.bytes(8);
            record.baseline = row.text(9);
            if (record.digest.empty() && row.integer(7) != 0)
                out.placeholders.insert(key);
            out.evaluations.emplace(key, std::move(record));
        });
    if (read)
        read = eachOfRun(
            database,
            "SELECT t.name, m.name, s.sample, s.from_round, s.to_round, b.sha256, b.id FROM "
            "transition s "
            "JOIN task t ON t.id = s.task_id JOIN method m ON m.id = s.method_id LEFT JOIN blob b "
            "ON b.id = s.original WHERE s.run_id = ?",
            run, [&](const Statement &row) {
                out.steps.emplace(RecordedKeys::Step{row.text(0), row.text(1), row.smallInteger(2),
                                                     row.smallInteger(3), row.smallInteger(4)},
                                  recordFrom(row, 5));
            });
    if (read)
        read = eachOfRun(
            database,
            "SELECT t.name, g.baseline, g.case_name, b.sha256, b.id FROM golden_record g "
            "JOIN task t ON t.id = g.task_id LEFT JOIN blob b ON b.id = g.original "
            "WHERE g.run_id = ?",
            run, [&](const Statement &row) {
                out.references.emplace(
                    RecordedKeys::Reference{row.text(0), row.text(1), row.text(2)},
                    recordFrom(row, 3));
            });
    if (read)
        read = eachOfRun(
            database,
            "SELECT t.name, m.name, d.sample, x.id IS NOT NULL, x.round, x.role, b.sha256, "
            "g.sha256 FROM dialogue d JOIN task t ON t.id = d.task_id JOIN method m ON m.id = "
            "d.method_id LEFT JOIN message x ON x.dialogue_id = d.id LEFT JOIN blob b ON b.id = "
            "x.body LEFT JOIN response s ON s.request_id = x.request_id LEFT JOIN blob g ON g.id "
            "= s.reasoning WHERE d.run_id = ? ORDER BY d.id, x.ordinal",
            run, [&](const Statement &row) {
                auto &messages = out.dialogues[{row.text(0), row.text(1), row.smallInteger(2)}];
                if (row.integer(3) != 0)
                    messages.emplace_back(row.smallInteger(4), row.text(5), row.bytes(6),
                                          row.bytes(7));
            });
    if (read)
        read = eachOfRun(database, "SELECT name FROM imported_file WHERE run_id = ?", run,
                         [&](const Statement &row) { out.files.insert(row.text(0)); });
    if (!read)
        return std::move(read).error();
    return out;
}

Result<std::vector<std::string>> runsHolding(Database &database, const std::string &origin,
                                             const std::string &suite, const Evaluation &evaluation)
{
    const Candidate &candidate = evaluation.candidate;
    std::vector<std::string> names;
    const Status read = readRows(
        database,
        "SELECT r.name FROM task t JOIN evaluation e ON e.task_id = t.id JOIN method m ON m.id = "
        "e.method_id JOIN candidate c ON c.id = e.candidate_id JOIN blob b ON b.id = "
        "c.source_blob JOIN run r ON r.id = e.run_id WHERE t.suite = ? COLLATE BINARY AND t.name "
        "= ? COLLATE BINARY AND m.name = ? COLLATE BINARY AND e.sample = ? AND e.round = ? AND "
        "e.attempt = ? AND hex(b.sha256) = upper(?) AND r.origin = ? ORDER BY r.id",
        [&](const Statement &row) { names.push_back(row.text(0)); }, suite, candidate.task,
        candidate.method, candidate.sample, candidate.round, evaluation.attempt,
        sha256Hex(candidate.source), origin);
    if (!read)
        return read.error();
    return names;
}

} // namespace loupe
