// SPDX-License-Identifier: Apache-2.0
#include "core/store/readqueries.h"

#include "core/store/blobstore.h"

#include <unordered_map>

#include <fmt/format.h>

namespace loupe {

const char *const resultRowSelect
    = "SELECT e.id, r.name, t.suite, t.name, e.category, t.level, m.name, e.sample, e.round, "
      "e.verdict, e.strict_verdict, e.message, e.speedup, e.speedup_low, e.speedup_high, "
      "e.candidate_ms, e.baseline_ms, n.device_name, m.is_demo "
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

namespace {

struct SortColumn {
    SortKey key;
    const char *joins;
    const char *column;
    /// Put before the rows: they then come in order out of an index, without sorting a million.
    const char *outer = "";
};

constexpr SortColumn sortColumns[] = {
    {SortKey::Recorded, "", ""},
    {SortKey::Task, "JOIN task t ON t.id = e.task_id ", "t.name"},
    {SortKey::Category, "", "e.category"},
    {SortKey::Method, "JOIN method m ON m.id = e.method_id ", "m.name"},
    {SortKey::Run, "JOIN run r ON r.id = e.run_id ", "r.name"},
    {SortKey::Sample, "", "e.sample"},
    {SortKey::Round, "", "e.round"},
    {SortKey::Verdict, "ON e.verdict = v.id ", "v.position", "verdict v CROSS JOIN "},
    {SortKey::StrictVerdict, "JOIN verdict v ON v.id = e.strict_verdict ", "v.position"},
    {SortKey::Speedup, "", "e.speedup"},
    {SortKey::CandidateMs, "", "e.candidate_ms"},
    {SortKey::BaselineMs, "", "e.baseline_ms"},
    {SortKey::Device,
     "JOIN run r ON r.id = e.run_id JOIN environment n ON n.id = r.environment_id ",
     "n.device_name"},
};

/// Where the values of a facet lie. Those of other tables are counted by id first: a million rows
/// are grouped by a number, and only the few groups get a name.
struct FacetField {
    std::string_view name;
    const char *key;    ///< column of evaluation
    const char *naming; ///< joins from k.id to the value; null when the key is the value
    const char *value;
};

constexpr FacetField facetFields[] = {
    {"status", "e.outcome", nullptr, nullptr},
    {"verdict", "e.verdict", nullptr, nullptr},
    {"strict", "e.strict_verdict", nullptr, nullptr},
    {"category", "e.category", nullptr, nullptr},
    {"suite", "e.task_id", "JOIN task d ON d.id = k.id", "d.suite"},
    {"task", "e.task_id", "JOIN task d ON d.id = k.id", "d.name"},
    {"method", "e.method_id", "JOIN method d ON d.id = k.id", "d.name"},
    {"run", "e.run_id", "JOIN run d ON d.id = k.id", "d.name"},
    {"device", "e.run_id",
     "JOIN run r ON r.id = k.id JOIN environment d ON d.id = r.environment_id", "d.device_name"},
    {"demo", "e.method_id", "JOIN method d ON d.id = k.id",
     "CASE d.is_demo WHEN 1 THEN 'yes' ELSE 'no' END"},
    {"precision", "e.run_id", "JOIN run d ON d.id = k.id", "d.precision"},
    {"protocol", "e.run_id", "JOIN run d ON d.id = k.id", "d.protocol"},
    {"language", "e.candidate_id", "JOIN candidate d ON d.id = k.id", "d.language"},
    {"level", "e.task_id", "JOIN task d ON d.id = k.id", "d.level"},
    {"round", "e.round", nullptr, nullptr},
    {"withheld", "CASE e.withheld WHEN 1 THEN 'yes' ELSE 'no' END", nullptr, nullptr},
};

/// Facets of rows that lie beside the evaluation, each counted once per evaluation.
struct SideFacet {
    std::string_view name;
    std::string_view table;
    std::string_view column;
};

constexpr SideFacet sideFacets[] = {
    {"flag", "evaluation_flag", "flag"},
    {"kind", "failure", "kind"},
    {"fingerprint", "failure", "fingerprint"},
    {"rule", "finding", "rule"},
    {"finding", "finding", "severity"},
    {"reviewed",
     "(SELECT evaluation_id, decision FROM review WHERE id IN (SELECT max(id) FROM review GROUP BY "
     "evaluation_id))",
     "decision"},
};

} // namespace

std::string idsSql(const SqlCondition &condition, SortOrder order)
{
    const SortColumn &sort = sortColumns[static_cast<std::size_t>(order.key)];
    std::string sql = std::string("SELECT e.id FROM ") + sort.outer + "evaluation e " + sort.joins
        + "WHERE " + condition.text;
    sql += " ORDER BY ";
    sql += sort.column;
    sql += order.descending ? " DESC NULLS LAST" : " NULLS LAST";
    // One task's candidates read as trajectories: method by method, round after round.
    if (sort.key == SortKey::Task)
        sql += ", e.method_id, e.sample, e.round";
    return sql + ", e.id";
}

std::string facetSql(const std::string &field, const SqlCondition &condition)
{
    for (const SideFacet &each : sideFacets) {
        if (each.name == field)
            return fmt::format("SELECT s.{0}, count(DISTINCT e.id) FROM {1} s JOIN evaluation e ON "
                               "e.id = s.evaluation_id WHERE {2} GROUP BY s.{0} ORDER BY 2 DESC, 1",
                               each.column, each.table, condition.text);
    }
    // Under a condition, an index by the field would be gone through whole for the sake of its
    // order: the plus keeps SQLite from it, so that an index by the condition is taken.
    const std::string_view unordered = condition.text == "1" ? "" : "+";
    for (const FacetField &each : facetFields) {
        if (each.name != field)
            continue;
        if (each.naming == nullptr)
            return fmt::format("SELECT {0}, count(*) FROM evaluation e WHERE {1} GROUP BY {2}{0} "
                               "ORDER BY 2 DESC, 1",
                               each.key, condition.text, unordered);
        return fmt::format("SELECT {0}, sum(k.n) FROM (SELECT {1} AS id, count(*) AS n FROM "
                           "evaluation e WHERE {2} GROUP BY {4}{1}) k {3} GROUP BY {0} ORDER BY 2 "
                           "DESC, 1",
                           each.value, each.key, condition.text, each.naming, unordered);
    }
    return {};
}

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
    return out;
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
