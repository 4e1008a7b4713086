// SPDX-License-Identifier: Apache-2.0
#include "core/store/metricquery.h"

#include "core/store/readqueries.h"

#include <unordered_map>
#include <unordered_set>

namespace loupe {

namespace {

struct TaskFacts {
    Name suite;
    Name name;
    Name hash;
    Name category;
    std::optional<int> level;
    bool sound = true;
};

struct MethodFacts {
    Name name;
    bool isDemo = false;
};

struct RunFacts {
    Name name;
    Name device;
    Name precision;
};

/// The small tables, by id: a million rows repeat a few hundred names.
struct Names {
    std::unordered_map<std::int64_t, TaskFacts> tasks;
    std::unordered_map<std::int64_t, MethodFacts> methods;
    std::unordered_map<std::int64_t, RunFacts> runs;
    std::unordered_set<std::int64_t> identicalCode;
    std::unordered_map<std::int64_t, GenerationCost> costs; ///< by candidate, where recorded
};

/// One row of the query of metricRows; nullopt where a damaged store lacks what it refers to.
std::optional<MetricRow> metricRowFrom(const Statement &row, const Names &names)
{
    const auto task = names.tasks.find(row.integer(1));
    const auto method = names.methods.find(row.integer(2));
    const auto run = names.runs.find(row.integer(3));
    if (task == names.tasks.end() || method == names.methods.end() || run == names.runs.end())
        return std::nullopt;
    MetricRow metric;
    metric.id = RowId{row.integer(0)};
    metric.suite = task->second.suite;
    metric.task = task->second.name;
    metric.taskHash = task->second.hash;
    metric.category = task->second.category;
    metric.level = task->second.level;
    metric.method = method->second.name;
    metric.run = run->second.name;
    metric.device = run->second.device;
    metric.precision = run->second.precision;
    metric.sample = row.smallInteger(4);
    metric.round = row.smallInteger(5);
    metric.verdict = storedVerdict(row.textView(6));
    metric.strictVerdict = storedVerdict(row.textView(7));
    metric.speedup = row.optionalReal(8);
    metric.candidateMs = row.optionalReal(9);
    metric.baselineMs = row.optionalReal(10);
    metric.isWithheld = row.integer(11) != 0;
    if (const auto cost = names.costs.find(row.integer(12)); cost != names.costs.end())
        metric.cost = cost->second;
    metric.taskSound = task->second.sound;
    metric.identicalCode = names.identicalCode.contains(row.integer(0));
    metric.isDemo = method->second.isDemo;
    return metric;
}

template <typename Each>
Status rows(Database &database, std::string_view sql, Each each)
{
    auto statement = database.cached(sql);
    if (!statement)
        return std::move(statement).error();
    return forEachRow(**statement, std::move(each));
}

Result<Names> readNames(Database &database)
{
    Names out;
    Status read = rows(
        database, "SELECT id, suite, name, category, level, sound, hash FROM task",
        [&](const Statement &row) {
            TaskFacts task{
                row.textView(1), row.textView(2), row.textView(6), row.textView(3), {}, true};
            if (!row.isNull(4))
                task.level = row.smallInteger(4);
            task.sound = row.isNull(5) || row.integer(5) != 0;
            out.tasks.emplace(row.integer(0), std::move(task));
        });
    if (read)
        read = rows(database, "SELECT id, name, is_demo FROM method", [&](const Statement &row) {
            out.methods.emplace(row.integer(0), MethodFacts{row.textView(1), row.integer(2) != 0});
        });
    if (read)
        read = rows(database,
                    "SELECT r.id, r.name, n.device_name, r.precision FROM run r JOIN environment n "
                    "ON n.id = r.environment_id",
                    [&](const Statement &row) {
                        out.runs.emplace(
                            row.integer(0),
                            RunFacts{row.textView(1), row.textView(2), row.textView(3)});
                    });
    if (read)
        read = rows(database,
                    "SELECT evaluation_id FROM evaluation_flag WHERE flag = 'identical_code'",
                    [&](const Statement &row) { out.identicalCode.insert(row.integer(0)); });
    if (read)
        read = rows(database,
                    "SELECT id, input_tokens, output_tokens, requests, dollars, generation_seconds "
                    "FROM candidate WHERE input_tokens IS NOT NULL OR output_tokens IS NOT NULL OR "
                    "requests IS NOT NULL OR dollars IS NOT NULL OR generation_seconds IS NOT NULL",
                    [&](const Statement &row) {
                        out.costs.emplace(row.integer(0), generationCost(row, 1));
                    });
    if (!read)
        return read.error();
    return out;
}

} // namespace

Result<std::vector<MetricRow>> readMetricRows(Database &database, const SqlCondition &condition)
{
    const auto known = readNames(database);
    if (!known)
        return known.error();
    auto statement = database.prepare(
        "SELECT e.id, e.task_id, e.method_id, e.run_id, e.sample, e.round, e.verdict, "
        "e.strict_verdict, e.speedup, e.candidate_ms, e.baseline_ms, e.withheld, e.candidate_id "
        "FROM evaluation e "
        "WHERE "
        + condition.text + " ORDER BY e.id");
    if (!statement)
        return std::move(statement).error();
    condition.bindTo(*statement);
    std::vector<MetricRow> out;
    bool complete = true;
    const Status read = forEachRow(*statement, [&](const Statement &row) {
        auto metric = metricRowFrom(row, *known);
        complete = complete && metric.has_value();
        if (metric)
            out.push_back(std::move(*metric));
    });
    if (!read)
        return read.error();
    if (!complete)
        return Error{Errc::Corrupt,
                     "an evaluation refers to a task, method or run that is missing",
                     database.file().string(),
                     "kloupe check FILE lists the damage; restore a backup",
                     {}};
    return out;
}

} // namespace loupe
