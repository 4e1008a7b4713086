// SPDX-License-Identifier: Apache-2.0
#include "core/store/rows/runrows.h"

#include "core/store/rows/readqueries.h"
#include "core/store/sqlite/blobstore.h"
#include "core/store/sqlite/rowlisting.h"

#include <optional>
#include <unordered_map>
#include <utility>

namespace loupe {

namespace {

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

Result<std::optional<std::int64_t>> taskRow(Database &database, const Task &task)
{
    return database.lookup(
        "SELECT id FROM task WHERE suite = ? COLLATE BINARY AND name = ? COLLATE BINARY AND "
        "hash = ?",
        task.suite, task.name, task.hash);
}

Result<TaskId> insertTask(Database &database, const Task &task)
{
    const auto reference = putBlob(database, task.reference);
    if (!reference)
        return reference.error();
    const auto spec = putBlob(database, task.specJson);
    if (!spec)
        return spec.error();
    const auto id = database.insert(
        "INSERT INTO task (suite, name, category, level, title, hash, reference_blob, "
        "reference_language, spec_blob, sound, soundness_reason) VALUES (?, ?, ?, ?, ?, ?, ?, ?, "
        "?, ?, ?)",
        task.suite, task.name, task.category, task.level, task.title, task.hash, *reference,
        task.referenceLanguage, *spec, task.sound, task.soundnessReason);
    if (!id)
        return id.error();
    return TaskId{*id};
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
        return database.fileError(Errc::InvalidInput,
                                  "the run has the transition of " + what + " already");
    return database.fileError(Errc::InvalidInput,
                              "the run, task or method of " + what
                                  + " has not been added to the store");
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

Result<TaskId> addTaskRow(Database &database, const Task &task)
{
    const auto known = taskRow(database, task);
    if (!known)
        return known.error();
    if (!*known)
        return insertTask(database, task);
    if (task.sound) {
        // Only the audit of a known task may change.
        const Status audited = database.run(
            "UPDATE task SET sound = ?, soundness_reason = ? WHERE id = ? AND (sound IS NOT ?1 OR "
            "soundness_reason <> ?2)",
            *task.sound, task.soundnessReason, **known);
        if (!audited)
            return audited.error();
    }
    return TaskId{**known};
}

Status addReference(Database &database, const Task &task)
{
    const auto known = taskRow(database, task);
    if (!known)
        return known.error();
    if (!*known)
        return database.fileError(Errc::NotFound,
                                  "the store has no task \"" + task.name + "\" of the suite \""
                                      + task.suite + "\"");
    const auto reference = putBlob(database, task.reference);
    if (!reference)
        return reference.error();
    return database.run("UPDATE task SET reference_blob = ?, reference_language = ? WHERE id = ? "
                        "AND reference_blob IS NULL",
                        *reference, task.referenceLanguage, **known);
}

Result<MethodId> addMethodRow(Database &database, const Method &method)
{
    const auto known
        = database.lookup("SELECT id FROM method WHERE name = ? COLLATE BINARY", method.name);
    if (!known)
        return known.error();
    if (*known) {
        const auto same = database.lookup("SELECT 1 FROM method WHERE id = ? AND is_demo = ?",
                                          **known, method.isDemo);
        if (!same)
            return same.error();
        if (!*same)
            return database.fileError(
                Errc::InvalidInput,
                "the store has a method \"" + method.name + "\" that is "
                    + (method.isDemo ? "not demonstration data" : "demonstration data"),
                "choose another method name");
        return MethodId{**known};
    }
    const auto id = database.insert(
        "INSERT INTO method (name, kind, description, is_demo) VALUES (?, ?, ?, ?)", method.name,
        method.kind, method.description, method.isDemo);
    if (!id)
        return id.error();
    return MethodId{*id};
}

Result<std::int64_t> addEnvironmentRow(Database &database, const Environment &environment)
{
    const auto known = database.lookup(
        "SELECT id FROM environment WHERE device_name = ? COLLATE BINARY AND device_kind = ? AND "
        "json = ?",
        environment.deviceName, environment.deviceKind, environment.json);
    if (!known)
        return known.error();
    if (*known)
        return **known;
    return database.insert(
        "INSERT INTO environment (device_name, device_kind, json) VALUES (?, ?, ?)",
        environment.deviceName, environment.deviceKind, environment.json);
}

Status insertRunMark(Database &database, const RunMark &event)
{
    if (Status fits = checkRunMark(event); !fits)
        return fits;
    const auto present = database.lookup("SELECT id FROM run_mark WHERE uuid = ?", event.uuid);
    if (!present)
        return present.error();
    if (*present)
        return {};
    const auto run = database.lookup("SELECT 1 FROM run WHERE id = ?", event.run.value);
    if (!run)
        return run.error();
    if (!*run)
        return database.fileError(Errc::NotFound,
                                  "the store has no run " + std::to_string(event.run.value),
                                  "kloupe runs lists the runs");
    return database.run(
        "INSERT INTO run_mark (uuid, run_id, kind, person, made_at) VALUES (?, ?, ?, ?, ?)",
        event.uuid, event.run.value, kindName(event.kind), event.person, event.madeAt);
}

Result<RunMarks> readRunMarks(Database &database)
{
    RunMarks marks;
    const Status read = readRows(
        database, "SELECT run_id, is_pinned, is_baseline FROM v_run WHERE is_pinned OR is_baseline",
        [&](const Statement &row) {
            const auto [run, isPinned, isBaseline] = readValues<RunId, bool, bool>(row);
            if (isPinned)
                marks.pinned.insert(run);
            if (isBaseline)
                marks.baseline = run;
        });
    if (!read)
        return read.error();
    return marks;
}

} // namespace loupe
