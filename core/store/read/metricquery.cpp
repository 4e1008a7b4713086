// SPDX-License-Identifier: Apache-2.0
#include "core/store/read/metricquery.h"

#include "core/model/device/kernelprofile.h"
#include "core/store/read/evaluationscan.h"
#include "core/store/read/referencefinder.h"
#include "core/store/rows/profilerows.h"
#include "core/store/rows/readqueries.h"
#include "core/store/rows/runconditions.h"
#include "core/store/sqlite/byid.h"
#include "core/store/sqlite/rowloop.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

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
    Name protocol;
    Name suiteVersion;
    Name clock;
};

/// Converts stored ids to verdicts. A million rows have a few dozen, and most have that of the
/// previous row.
class VerdictReader
{
public:
    Verdict read(std::string_view id)
    {
        if (id != m_last) {
            m_verdict = storedVerdict(id);
            m_last = id;
        }
        return m_verdict;
    }

private:
    std::string m_last;
    Verdict m_verdict = Verdict::NotRecorded;
};

/// Converts baselines to names; most rows have that of the previous row.
class BaselineReader
{
public:
    Name read(std::string_view text)
    {
        if (text != m_last.text())
            m_last = text;
        return m_last;
    }

private:
    Name m_last;
};

/// Shares equal work records: the evaluations of a task on a device have the same one.
class SharedWork
{
public:
    std::shared_ptr<const WorkRecord> share(std::int64_t task, WorkRecord work)
    {
        std::shared_ptr<const WorkRecord> &last = m_lastOfTask[task];
        if (!last || !(*last == work))
            last = std::make_shared<const WorkRecord>(std::move(work));
        return last;
    }

private:
    std::unordered_map<std::int64_t, std::shared_ptr<const WorkRecord>> m_lastOfTask;
};

/// Ids of marked evaluations, for a merge with rows in the order of their ids.
class MarkedRows
{
public:
    void add(std::int64_t id) { m_ids.push_back(id); }
    void sort() { std::sort(m_ids.begin(), m_ids.end()); }
    /// Returns true if `id` is marked; ids must be passed in ascending order.
    bool take(std::int64_t id)
    {
        while (m_at < m_ids.size() && m_ids[m_at] < id)
            ++m_at;
        return m_at < m_ids.size() && m_ids[m_at] == id;
    }

private:
    std::vector<std::int64_t> m_ids;
    std::size_t m_at = 0;
};

/// The small tables, by id: a million rows repeat a few hundred names.
struct Names {
    ById<TaskFacts> tasks;
    ById<MethodFacts> methods;
    ById<RunFacts> runs;
    MarkedRows identicalCode;
    bool hasCosts = false; ///< costs are requested, and at least one candidate has any
    bool hasWork = false;  ///< at least one evaluation has a work record
    SharedWork work;
    ReferenceFinder references;
    VerdictReader verdicts;
    VerdictReader strictVerdicts;
    BaselineReader baselines;
};

/// Columns of the query of metric rows. Those of cost and work come last, if any row has them.
constexpr const char *metricColumns
    = "SELECT e.id, e.task_id, e.method_id, e.run_id, e.sample, e.round, e.verdict, "
      "e.strict_verdict, e.speedup, e.candidate_ms, e.baseline_ms, e.flagged, x.baseline, "
      "e.made_of, e.own_share, e.arithmetic";
constexpr const char *costColumns
    = ", c.input_tokens, c.output_tokens, c.requests, c.dollars, c.generation_seconds";
constexpr int traitColumn = 13;
constexpr int firstCostColumn = 16;
constexpr int costColumnCount = 5;
constexpr const char *workColumns
    = ", w.evaluation_id, w.case_name, w.flops, w.bytes, w.compulsory_bytes, w.peak_name, "
      "w.peak_flops, w.bandwidth, w.cache_bytes, w.cache_bandwidth, w.evidence";

/// Reads one row of the query of metric rows. Returns false if a damaged store lacks what it refers
/// to.
bool readMetricRow(const Statement &row, Names &names, MetricRow &metric)
{
    const TaskFacts *task = names.tasks.find(row.integer(1));
    const MethodFacts *method = names.methods.find(row.integer(2));
    const RunFacts *run = names.runs.find(row.integer(3));
    if (task == nullptr || method == nullptr || run == nullptr)
        return false;
    metric.id = RowId{row.integer(0)};
    metric.suite = task->suite;
    metric.task = task->name;
    metric.taskHash = task->hash;
    metric.category = task->category;
    metric.level = task->level;
    metric.method = method->name;
    metric.run = run->name;
    metric.device = run->device;
    metric.precision = run->precision;
    metric.protocol = run->protocol;
    metric.suiteVersion = run->suiteVersion;
    metric.clock = run->clock;
    metric.sample = row.smallInteger(4);
    metric.round = row.smallInteger(5);
    metric.verdict = names.verdicts.read(row.textView(6));
    metric.strictVerdict = names.strictVerdicts.read(row.textView(7));
    metric.speedup = row.optionalReal(8);
    metric.candidateMs = row.optionalReal(9);
    metric.baselineMs = row.optionalReal(10);
    metric.isWithheld = row.integer(11) != 0;
    metric.baseline = names.baselines.read(row.textView(12));
    const KernelTraits traits = storedTraits(row, traitColumn);
    metric.madeOf = traits.madeOf;
    metric.arithmetic = traits.arithmetic;
    if (!names.references.isEmpty() && metric.candidateMs && !metric.baselineMs && !metric.speedup)
        metric.references = names.references.of(row.integer(1), row.integer(3));
    else if (names.references.hasFurther() && metric.candidateMs && metric.speedup)
        metric.references = names.references.of(row.integer(1), row.integer(3),
                                                ReferenceFinder::Times::FurtherOnly);
    if (names.hasCosts)
        metric.cost = rowCost(generationCost(row, firstCostColumn));
    const int workColumn = firstCostColumn + (names.hasCosts ? costColumnCount : 0);
    if (names.hasWork && !row.isNull(workColumn))
        metric.work = names.work.share(row.integer(1), workRecord(row, workColumn + 1));
    metric.taskSound = task->sound;
    metric.identicalCode = names.identicalCode.take(metric.id.value);
    metric.isDemo = method->isDemo;
    return true;
}

/// The rows that one connection reads, with its own copy of the names, which cache the last values.
/// Aligned so that two threads never write to one cache line.
struct alignas(64) MetricPart {
    explicit MetricPart(Names known) : names(std::move(known)) { }

    void add(const Statement &row)
    {
        if (blocks.back().size() == rowsOfBlock)
            blocks.emplace_back().reserve(rowsOfBlock);
        isComplete = readMetricRow(row, names, blocks.back().emplace_back()) && isComplete;
    }
    /// Moves the rows to the end of `before`, block by block, so that they are never all in memory
    /// twice.
    void moveBehind(std::vector<MetricRow> &before)
    {
        for (std::vector<MetricRow> &block : blocks) {
            std::ranges::move(block, std::back_inserter(before));
            block = {};
        }
    }

    Names names;
    std::vector<std::vector<MetricRow>> blocks{1};
    std::size_t rowsOfBlock = std::numeric_limits<std::size_t>::max(); ///< of all except the last
    bool isComplete = true;
};

template <typename Each>
Status rows(Database &database, std::string_view sql, Each each)
{
    auto statement = database.cached(sql);
    if (!statement)
        return std::move(statement).error();
    return forEachRow(**statement, std::move(each));
}

Result<Names> readNames(Database &database, bool withCosts)
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
            out.tasks.add(row.integer(0), task);
        });
    if (read)
        read = rows(database, "SELECT id, name, is_demo FROM method", [&](const Statement &row) {
            out.methods.add(row.integer(0), MethodFacts{row.textView(1), row.integer(2) != 0});
        });
    if (read)
        read = rows(
            database,
            fmt::format("SELECT r.id, r.name, n.device_name, r.precision, r.protocol, {}, {} "
                        "FROM run r JOIN environment n ON n.id = r.environment_id",
                        suiteVersionSql, clockSql),
            [&](const Statement &row) {
                out.runs.add(row.integer(0),
                             RunFacts{row.textView(1), row.textView(2), row.textView(3),
                                      row.textView(4), row.textView(5), row.textView(6)});
            });
    if (read)
        read = rows(database,
                    "SELECT evaluation_id FROM evaluation_flag WHERE flag = 'identical_code'",
                    [&](const Statement &row) { out.identicalCode.add(row.integer(0)); });
    out.identicalCode.sort();
    auto references = ReferenceFinder::read(database);
    if (!references)
        return std::move(references).error();
    out.references = std::move(*references);
    if (withCosts) {
        const auto any = database.lookup(
            "SELECT 1 FROM candidate WHERE input_tokens IS NOT NULL OR output_tokens IS NOT NULL "
            "OR requests IS NOT NULL OR dollars IS NOT NULL OR generation_seconds IS NOT NULL "
            "LIMIT 1");
        if (!any)
            return any.error();
        out.hasCosts = any->has_value();
    }
    const auto anyWork = database.lookup("SELECT 1 FROM work LIMIT 1");
    if (!anyWork)
        return anyWork.error();
    out.hasWork = anyWork->has_value();
    if (!read)
        return read.error();
    return out;
}

} // namespace

Result<std::vector<MetricRow>> readMetricRows(TwinTransactions &store,
                                              const SqlCondition &condition, bool withCosts,
                                              std::stop_token stop)
{
    auto names = readNames(store.first, withCosts);
    if (!names)
        return std::move(names).error();
    EvaluationSelect select{metricColumns, condition, " ORDER BY e.id"};
    if (names->hasCosts)
        select.columns += costColumns;
    if (names->hasWork)
        select.columns += workColumns;
    select.columns += " FROM evaluation e LEFT JOIN evaluation_extra x ON x.evaluation_id = e.id ";
    if (names->hasCosts)
        select.columns += "LEFT JOIN candidate c ON c.id = e.candidate_id ";
    if (names->hasWork)
        select.columns += "LEFT JOIN work w ON w.evaluation_id = e.id ";
    MetricPart first(*names);
    MetricPart second(std::move(*names));
    second.rowsOfBlock = 65536;
    std::vector<MetricRow> &out = first.blocks.front();
    if (condition.text == "1") {
        // The number of all rows is known, so reserving avoids copies as the vector grows.
        const auto count = store.first.lookup("SELECT count(*) FROM evaluation");
        if (!count)
            return count.error();
        out.reserve(static_cast<std::size_t>(count->value_or(0)));
    }
    const Status read = scanEvaluations(
        store, select, std::move(stop), [&](const Statement &row) { first.add(row); },
        [&](const Statement &row) { second.add(row); });
    if (!read)
        return read.error();
    if (!first.isComplete || !second.isComplete)
        return Error{Errc::Corrupt, "an evaluation refers to a task, method or run that is missing",
                     store.first.file().string(),
                     "kloupe check FILE lists the damage; restore a backup"};
    second.moveBehind(out);
    return std::move(out);
}

} // namespace loupe
