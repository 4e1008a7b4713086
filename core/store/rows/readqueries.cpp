// SPDX-License-Identifier: Apache-2.0
#include "core/store/rows/readqueries.h"

#include "core/analysis/metrics/timesbycase.h"
#include "core/store/sqlite/blobstore.h"

#include <unordered_map>

namespace loupe {

const char *const resultRowSelect
    = "SELECT e.id, r.name, t.suite, t.name, e.category, t.level, m.name, e.sample, e.round, "
      "e.verdict, e.strict_verdict, e.message, e.speedup, e.speedup_low, e.speedup_high, "
      "e.candidate_ms, e.baseline_ms, n.device_name, m.is_demo, e.flagged, e.made_of, "
      "e.own_share, e.arithmetic, (SELECT x.baseline FROM evaluation_extra x WHERE "
      "x.evaluation_id = e.id), r.protocol "
      "FROM evaluation e JOIN run r ON r.id = e.run_id "
      "JOIN environment n ON n.id = r.environment_id "
      "JOIN task t ON t.id = e.task_id JOIN method m ON m.id = e.method_id ";

const char *const runSelect
    = "SELECT r.id, r.uuid, r.name, r.suite, r.origin, r.protocol, r.sandbox, r.tool_version, "
      "r.profile_json, r.started_at, n.device_name, n.device_kind, n.json, r.state, "
      "r.finished_at, r.precision FROM run r JOIN environment n ON n.id = r.environment_id ";

const char *const taskSelect
    = "SELECT t.suite, t.name, t.category, t.level, t.title, t.hash, t.reference_language, "
      "t.sound, t.soundness_reason, t.reference_blob, t.spec_blob FROM task t ";

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

KernelTraits storedTraits(const Statement &row, int first)
{
    return {madeOfFromString(row.textView(first)).value_or(MadeOf::NotKnown),
            row.optionalReal(first + 1),
            arithmeticFromString(row.textView(first + 2)).value_or(Arithmetic::NotKnown)};
}

ResultRow resultRowFrom(const Statement &row)
{
    ResultRow out;
    out.id = RowId{row.integer(0)};
    out.run = row.text(1);
    out.suite = row.text(2);
    out.task = row.text(3);
    out.category = row.text(4);
    if (!row.isNull(5))
        out.level = row.smallInteger(5);
    out.method = row.text(6);
    out.sample = row.smallInteger(7);
    out.round = row.smallInteger(8);
    out.verdict = storedVerdict(row.textView(9));
    out.strictVerdict = storedVerdict(row.textView(10));
    out.message = row.text(11);
    out.speedup = row.optionalReal(12);
    out.speedupLow = row.optionalReal(13);
    out.speedupHigh = row.optionalReal(14);
    out.candidateMs = row.optionalReal(15);
    out.baselineMs = row.optionalReal(16);
    out.device = row.text(17);
    out.isDemo = row.integer(18) != 0;
    out.isWithheld = row.integer(19) != 0;
    out.traits = storedTraits(row, 20);
    out.baseline = row.text(23);
    return out;
}

void setMinSpeedup(std::span<const TimingSeries> timings, ResultRow &row)
{
    const auto slowest = slowestCase(timesByCase(timings));
    if (!row.speedup || !slowest)
        return;
    row.minSpeedup = slowest->speedup;
    row.minSpeedupShape = slowest->caseName;
}

Run runFrom(const Statement &row)
{
    Run run;
    run.uuid = row.text(1);
    run.name = row.text(2);
    run.suite = row.text(3);
    run.origin = row.text(4);
    run.protocol = row.text(5);
    run.sandbox = row.text(6);
    run.toolVersion = row.text(7);
    run.profileJson = row.text(8);
    run.startedAt = row.text(9);
    run.environment = {row.text(10), row.text(11), row.text(12)};
    run.precision = row.text(15);
    return run;
}

GenerationCost generationCost(const Statement &row, int first)
{
    return {row.optionalInteger(first), row.optionalInteger(first + 1),
            row.optionalInteger(first + 2), row.optionalReal(first + 3),
            row.optionalReal(first + 4)};
}

Result<Task> taskFrom(Database &database, const Statement &row)
{
    Task task;
    task.suite = row.text(0);
    task.name = row.text(1);
    task.category = row.text(2);
    if (!row.isNull(3))
        task.level = row.smallInteger(3);
    task.title = row.text(4);
    task.hash = row.text(5);
    task.referenceLanguage = row.text(6);
    if (!row.isNull(7))
        task.sound = row.integer(7) != 0;
    task.soundnessReason = row.text(8);
    auto reference = getBlob(database, row.optionalInteger(9));
    if (!reference)
        return std::move(reference).error();
    auto spec = getBlob(database, row.optionalInteger(10));
    if (!spec)
        return std::move(spec).error();
    task.reference = std::move(reference).value();
    task.specJson = std::move(spec).value();
    return task;
}

} // namespace loupe
