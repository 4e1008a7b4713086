// SPDX-License-Identifier: Apache-2.0
#include "core/store/rows/readqueries.h"

#include "core/analysis/metrics/timesbycase.h"
#include "core/store/sqlite/rowlisting.h"

#include <unordered_map>

namespace loupe {

namespace {

MadeOf storedMadeOf(std::string_view id)
{
    return madeOfFromString(id).value_or(MadeOf::NotKnown);
}

Arithmetic storedArithmetic(std::string_view id)
{
    return arithmeticFromString(id).value_or(Arithmetic::NotKnown);
}

} // namespace

Verdict storedVerdict(std::string_view id)
{
    static const std::unordered_map<std::string_view, Verdict> known = [] {
        std::unordered_map<std::string_view, Verdict> out;
        for (const VerdictFacts &each : allVerdicts())
            out.emplace(each.id, each.verdict);
        return out;
    }();
    const auto found = known.find(id);
    return found == known.end() ? Verdict::NotRecorded : found->second;
}

/// Lists what is read of a row in a table: e is evaluation, r run, n environment, t task, m method.
template <typename Columns>
void listColumns(Columns &columns, ResultRow &row)
{
    columns("e.id", row.id);
    columns("r.name", row.run);
    columns("t.suite", row.suite);
    columns("t.name", row.task);
    columns("e.category", row.category);
    columns("t.level", row.level);
    columns("m.name", row.method);
    columns("e.sample", row.sample);
    columns("e.round", row.round);
    columns.parsed("e.verdict", row.verdict, storedVerdict);
    columns.parsed("e.strict_verdict", row.strictVerdict, storedVerdict);
    columns("e.message", row.message);
    columns("e.speedup", row.speedup);
    columns("e.speedup_low", row.speedupLow);
    columns("e.speedup_high", row.speedupHigh);
    columns("e.candidate_ms", row.candidateMs);
    columns("e.baseline_ms", row.baselineMs);
    columns("(SELECT x.baseline FROM evaluation_extra x WHERE x.evaluation_id = e.id)",
            row.baseline);
    columns("n.device_name", row.device);
    columns("m.is_demo", row.isDemo);
    columns("e.flagged", row.isWithheld);
    columns.parsed("e.made_of", row.traits.madeOf, storedMadeOf);
    columns("e.own_share", row.traits.ownShare);
    columns.parsed("e.arithmetic", row.traits.arithmetic, storedArithmetic);
}

/// Lists what is read of a run r and its environment n.
template <typename Columns>
void listColumns(Columns &columns, Run &run)
{
    columns("r.uuid", run.uuid);
    columns("r.name", run.name);
    columns("r.suite", run.suite);
    columns("r.origin", run.origin);
    columns("r.protocol", run.protocol);
    columns("r.sandbox", run.sandbox);
    columns("r.tool_version", run.toolVersion);
    columns("r.profile_json", run.profileJson);
    columns("r.started_at", run.startedAt);
    columns("n.device_name", run.environment.deviceName);
    columns("n.device_kind", run.environment.deviceKind);
    columns("n.json", run.environment.json);
    columns("r.precision", run.precision);
}

/// Lists what is read of a task t.
template <typename Columns>
void listColumns(Columns &columns, Task &task)
{
    columns("t.suite", task.suite);
    columns("t.name", task.name);
    columns("t.category", task.category);
    columns("t.level", task.level);
    columns("t.title", task.title);
    columns("t.hash", task.hash);
    columns.blob("t.reference_blob", task.reference);
    columns("t.reference_language", task.referenceLanguage);
    columns.blob("t.spec_blob", task.specJson);
    columns("t.sound", task.sound);
    columns("t.soundness_reason", task.soundnessReason);
}

KernelTraits storedTraits(const Statement &row, int first)
{
    return {storedMadeOf(row.textView(first)), row.optionalReal(first + 1),
            storedArithmetic(row.textView(first + 2))};
}

Error noEvaluation(const Database &database, RowId id)
{
    return database.fileError(Errc::NotFound,
                              "the store has no evaluation " + std::to_string(id.value),
                              "kloupe query STORE lists the evaluations");
}

const std::string &resultRowSelect()
{
    static const std::string sql = "SELECT r.protocol, " + columnNames<ResultRow>().list()
        + " FROM evaluation e JOIN run r ON r.id = e.run_id "
          "JOIN environment n ON n.id = r.environment_id "
          "JOIN task t ON t.id = e.task_id JOIN method m ON m.id = e.method_id ";
    return sql;
}

ResultRow resultRowFrom(const Statement &row)
{
    return readColumns<ResultRow>(row, rowProtocolColumn + 1);
}

void setMinSpeedup(std::span<const TimingSeries> timings, ResultRow &row)
{
    const auto slowest = slowestCase(timesByCase(timings));
    if (!row.speedup || !slowest)
        return;
    row.minSpeedup = slowest->speedup;
    row.minSpeedupShape = slowest->caseName;
}

const std::string &runSelect()
{
    static const std::string sql = "SELECT r.id, r.state, r.finished_at, "
        + columnNames<Run>().list() + " FROM run r JOIN environment n ON n.id = r.environment_id ";
    return sql;
}

Run runFrom(const Statement &row)
{
    return readColumns<Run>(row, runFinishedColumn + 1);
}

GenerationCost generationCost(const Statement &row, int first)
{
    return readColumns<GenerationCost>(row, first);
}

const std::string &taskSelect()
{
    static const std::string sql = "SELECT " + columnNames<Task>().list() + " FROM task t ";
    return sql;
}

Result<Task> taskFrom(Database &database, const Statement &row)
{
    return readRow<Task>(database, row, 0);
}

Result<std::vector<Task>> readTasks(Database &database, const std::string &suite)
{
    return readListWithBlobs<Task>(
        database, taskSelect() + "WHERE t.suite = ?1 OR ?1 = '' ORDER BY t.name, t.id", suite);
}

} // namespace loupe
