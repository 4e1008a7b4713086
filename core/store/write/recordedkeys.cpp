// SPDX-License-Identifier: Apache-2.0
#include "core/store/write/recordedkeys.h"

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

} // namespace

Result<RecordedKeys> readRecordedKeys(Database &database, RunId run)
{
    RecordedKeys out;
    Status read = eachOfRun(
        database,
        "SELECT t.name, m.name, e.sample, e.round, e.attempt, b.sha256, e.verdict = 'not_recorded' "
        "AND c.source_blob IS NULL FROM evaluation e JOIN task t ON t.id = e.task_id JOIN method m "
        "ON m.id = e.method_id JOIN candidate c ON c.id = e.candidate_id LEFT JOIN "
        "evaluation_extra x ON x.evaluation_id = e.id LEFT JOIN blob b ON b.id = x.original WHERE "
        "e.run_id = ?",
        run, [&](const Statement &row) {
            const RecordedKeys::Attempt key{row.text(0), row.text(1), row.smallInteger(2),
                                            row.smallInteger(3), row.smallInteger(4)};
            const std::string record(row.bytes(5));
            if (record.empty() && row.integer(6) != 0)
                out.placeholders.insert(key);
            out.evaluations.emplace(key, record);
        });
    if (read)
        read = eachOfRun(
            database,
            "SELECT t.name, m.name, s.sample, s.from_round, s.to_round, b.sha256 FROM transition s "
            "JOIN task t ON t.id = s.task_id JOIN method m ON m.id = s.method_id LEFT JOIN blob b "
            "ON b.id = s.original WHERE s.run_id = ?",
            run, [&](const Statement &row) {
                out.steps.emplace(RecordedKeys::Step{row.text(0), row.text(1), row.smallInteger(2),
                                                     row.smallInteger(3), row.smallInteger(4)},
                                  row.bytes(5));
            });
    if (read)
        read = eachOfRun(database,
                         "SELECT t.name, g.baseline, g.case_name, b.sha256 FROM golden_record g "
                         "JOIN task t ON t.id = g.task_id LEFT JOIN blob b ON b.id = g.original "
                         "WHERE g.run_id = ?",
                         run, [&](const Statement &row) {
                             out.references.emplace(
                                 RecordedKeys::Reference{row.text(0), row.text(1), row.text(2)},
                                 row.bytes(3));
                         });
    if (read)
        read = eachOfRun(database,
                         "SELECT t.name, m.name, d.sample FROM dialogue d JOIN task t ON t.id = "
                         "d.task_id JOIN method m ON m.id = d.method_id WHERE d.run_id = ?",
                         run, [&](const Statement &row) {
                             out.dialogues.emplace(row.text(0), row.text(1), row.smallInteger(2));
                         });
    if (read)
        read = eachOfRun(database, "SELECT name FROM imported_file WHERE run_id = ?", run,
                         [&](const Statement &row) { out.files.insert(row.text(0)); });
    if (!read)
        return std::move(read).error();
    return out;
}

} // namespace loupe
