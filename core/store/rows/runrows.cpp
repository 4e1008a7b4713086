// SPDX-License-Identifier: Apache-2.0
#include "core/store/rows/runrows.h"

#include "core/store/rows/readqueries.h"
#include "core/store/rows/runmarkrows.h"
#include "core/store/sqlite/blobstore.h"
#include "core/store/sqlite/rowlisting.h"

#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace loupe {

/// Lists what is read of a transition s of a task t by a method m.
template <typename Columns>
void listColumns(Columns &columns, Transition &transition)
{
    auto &[task, method, sample, fromRound, toRound, kind, identicalCode, originalRecord]
        = transition;
    columns("t.name", task);
    columns("m.name", method);
    columns("s.sample", sample);
    columns("s.from_round", fromRound);
    columns("s.to_round", toRound);
    columns("s.kind", kind);
    columns("s.identical_code", identicalCode);
    columns.blob("s.original", originalRecord);
}

namespace {

Error invalidTransition(const Database &database, std::string message)
{
    return Error{Errc::InvalidInput, std::move(message), database.file().string()};
}

Result<std::int64_t> runNamed(Database &database, const std::string &run)
{
    const auto found = database.lookup("SELECT id FROM run WHERE name = ? COLLATE BINARY", run);
    if (!found)
        return found.error();
    if (!*found)
        return Error{Errc::NotFound, "the store has no run named \"" + run + "\"",
                     database.file().string()};
    return **found;
}

Result<std::vector<std::string>> contents(Database &database,
                                          const std::vector<std::int64_t> &blobs)
{
    std::vector<std::string> out;
    for (const std::int64_t blob : blobs) {
        auto content = getBlob(database, blob);
        if (!content)
            return std::move(content).error();
        out.push_back(std::move(content).value());
    }
    return out;
}

Status countOutcomes(Database &database, std::vector<RunSummary> &runs)
{
    std::unordered_map<std::int64_t, RunSummary *> byId;
    for (RunSummary &run : runs)
        byId.emplace(run.id.value, &run);
    return readRows(
        database, "SELECT run_id, outcome, count(*) FROM evaluation GROUP BY run_id, outcome",
        [&](const Statement &row) {
            const auto [id, word, count] = readValues<std::int64_t, std::string_view, int>(row);
            const auto found = byId.find(id);
            if (found == byId.end())
                return;
            RunSummary &run = *found->second;
            const Outcome outcome = outcomeFromName(word).value_or(Outcome::Unknown);
            run.evaluations += count;
            if (outcome == Outcome::Correct)
                run.correct += count;
            else if (isFailure(outcome))
                run.failed += count;
            else
                run.unknown += count;
            if (outcome == Outcome::InfraError)
                run.infraErrors += count;
        });
}

} // namespace

Status addTransition(Database &database, RunId run, TaskId task, MethodId method,
                     const Transition &transition)
{
    const auto original = putBlob(database, transition.originalRecord);
    if (!original)
        return original.error();
    Status stored = database.run(
        "INSERT INTO transition (run_id, task_id, method_id, sample, from_round, to_round, kind, "
        "identical_code, original) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        run.value, task.value, method.value, transition.sample, transition.fromRound,
        transition.toRound, transition.kind, transition.identicalCode, *original);
    if (stored || !database.lastFailureWasConstraint())
        return stored;
    const std::string what = "\"" + transition.task + "\" from round "
        + std::to_string(transition.fromRound) + " to " + std::to_string(transition.toRound);
    if (database.lastFailureWasDuplicate())
        return invalidTransition(database, "the run has the transition of " + what + " already");
    return invalidTransition(
        database, "the run, task or method of " + what + " has not been added to the store");
}

Result<std::vector<RunSummary>> readRuns(Database &database, bool writerLives)
{
    std::vector<RunSummary> out;
    Status read = readRows(database, runSelect() + "ORDER BY r.id", [&](const Statement &row) {
        RunSummary summary;
        summary.id = RunId{row.integer(runIdColumn)};
        summary.run = runFrom(row);
        summary.state = row.text(runStateColumn);
        summary.finishedAt = row.text(runFinishedColumn);
        if (summary.state == "running" && !writerLives)
            summary.state = "interrupted";
        out.push_back(std::move(summary));
    });
    if (read)
        read = countOutcomes(database, out);
    if (!read)
        return read.error();
    const auto marks = readRunMarks(database);
    if (!marks)
        return marks.error();
    for (RunSummary &run : out) {
        run.isPinned = marks->pinned.contains(run.id);
        run.isBaseline = marks->baseline == run.id;
    }
    return out;
}

Result<std::vector<Transition>> readTransitions(Database &database, const std::string &run)
{
    const auto id = runNamed(database, run);
    if (!id)
        return id.error();
    std::vector<Transition> out;
    Status failure;
    const Status read = readRows(
        database,
        selectOf<Transition>("FROM transition s JOIN task t ON t.id = s.task_id JOIN method m ON "
                             "m.id = s.method_id WHERE s.run_id = ? ORDER BY s.id"),
        [&](const Statement &row) {
            auto transition = readRow<Transition>(database, row, 0);
            if (!transition)
                failure = transition.error();
            else
                out.push_back(std::move(transition).value());
        },
        *id);
    if (!read)
        return read.error();
    if (!failure)
        return failure.error();
    return out;
}

Result<std::vector<std::string>> readOriginalRecords(Database &database, const std::string &run)
{
    const auto id = runNamed(database, run);
    if (!id)
        return id.error();
    std::vector<std::int64_t> blobs;
    std::unordered_set<std::int64_t> seen;
    const auto collect = [&](const Statement &row) {
        const auto blob = readValue<std::int64_t>(row);
        if (seen.insert(blob).second)
            blobs.push_back(blob);
    };
    // A record of a step belongs to the step; the states that it describes only share it.
    Status read = readRows(database,
                           "SELECT original FROM transition WHERE run_id = ? AND original IS NOT "
                           "NULL ORDER BY id",
                           collect, *id);
    if (read)
        read = readRows(database,
                        "SELECT x.original FROM evaluation e JOIN evaluation_extra x ON "
                        "x.evaluation_id = e.id WHERE e.run_id = ? AND x.original IS NOT NULL "
                        "ORDER BY e.id",
                        collect, *id);
    if (!read)
        return read.error();
    return contents(database, blobs);
}

} // namespace loupe
