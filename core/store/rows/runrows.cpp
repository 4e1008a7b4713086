// SPDX-License-Identifier: Apache-2.0
#include "core/store/rows/runrows.h"

#include "core/store/rows/readqueries.h"
#include "core/store/rows/runmarkrows.h"
#include "core/store/sqlite/blobstore.h"
#include "core/store/sqlite/rowlisting.h"

#include <unordered_map>
#include <utility>

namespace loupe {

namespace {

Error invalidTransition(const Database &database, std::string message)
{
    return Error{Errc::InvalidInput, std::move(message), database.file().string()};
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

} // namespace loupe
