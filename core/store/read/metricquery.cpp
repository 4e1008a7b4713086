// SPDX-License-Identifier: Apache-2.0
#include "core/store/read/metricquery.h"

#include "core/model/device/kernelprofile.h"
#include "core/store/read/evaluationscan.h"
#include "core/store/read/referencefinder.h"
#include "core/store/rows/profilecolumns.h"
#include "core/store/rows/readqueries.h"
#include "core/store/rows/runconditions.h"
#include "core/store/sqlite/byid.h"
#include "core/store/sqlite/rowloop.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
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
    std::int64_t id = 0;
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
    std::int64_t id = 0;
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
/// A row in less than half the space of a MetricRow, which repeats the names of its task, method
/// and run.
struct PackedRow {
    RowId id;
    const TaskFacts *task = nullptr;
    const MethodFacts *method = nullptr;
    const RunFacts *run = nullptr;
    OptionalNumber<double> speedup;
    OptionalNumber<double> candidateMs;
    OptionalNumber<double> baselineMs;
    int sample = 0;
    int round = 0;
    Name baseline;
    Verdict verdict = Verdict::NotRecorded;
    Verdict strictVerdict = Verdict::NotRecorded;
    MadeOf madeOf = MadeOf::NotKnown;
    Arithmetic arithmetic = Arithmetic::NotKnown;
    bool isWithheld = false;
    bool identicalCode = false;
};

/// The rows that one connection reads. Costs and work are empty if no row of the store has any.
struct PackedRows {
    std::vector<PackedRow> rows;
    std::vector<RowCost> costs;
    std::vector<std::shared_ptr<const WorkRecord>> work;
};

/// Reads one row of the query of metric rows. Returns false if a damaged store lacks what it refers
/// to.
bool readRow(const Statement &row, Names &names, PackedRows &out)
{
    PackedRow packed;
    packed.task = names.tasks.find(row.integer(1));
    packed.method = names.methods.find(row.integer(2));
    packed.run = names.runs.find(row.integer(3));
    if (packed.task == nullptr || packed.method == nullptr || packed.run == nullptr)
        return false;
    packed.id = RowId{row.integer(0)};
    packed.sample = row.smallInteger(4);
    packed.round = row.smallInteger(5);
    packed.verdict = names.verdicts.read(row.textView(6));
    packed.strictVerdict = names.strictVerdicts.read(row.textView(7));
    packed.speedup = row.optionalReal(8);
    packed.candidateMs = row.optionalReal(9);
    packed.baselineMs = row.optionalReal(10);
    packed.isWithheld = row.integer(11) != 0;
    packed.baseline = names.baselines.read(row.textView(12));
    const KernelTraits traits = storedTraits(row, traitColumn);
    packed.madeOf = traits.madeOf;
    packed.arithmetic = traits.arithmetic;
    packed.identicalCode = names.identicalCode.take(packed.id.value);
    if (names.hasCosts)
        out.costs.push_back(rowCost(generationCost(row, firstCostColumn)));
    if (names.hasWork) {
        const int column = firstCostColumn + (names.hasCosts ? costColumnCount : 0);
        out.work.push_back(
            row.isNull(column)
                ? nullptr
                : names.work.share(row.integer(1), readColumns<WorkRecord>(row, column + 1)));
    }
    out.rows.push_back(packed);
    return true;
}

std::shared_ptr<const ReferenceTimes> referencesOf(const PackedRow &row,
                                                   ReferenceFinder &references)
{
    if (!references.isEmpty() && row.candidateMs && !row.baselineMs && !row.speedup)
        return references.of(row.task->id, row.run->id);
    if (references.hasFurther() && row.candidateMs && row.speedup)
        return references.of(row.task->id, row.run->id, ReferenceFinder::Times::FurtherOnly);
    return nullptr;
}

MetricRow unpacked(const PackedRow &row, ReferenceFinder &references)
{
    MetricRow out;
    out.id = row.id;
    out.suite = row.task->suite;
    out.task = row.task->name;
    out.taskHash = row.task->hash;
    out.category = row.task->category;
    out.level = row.task->level;
    out.taskSound = row.task->sound;
    out.method = row.method->name;
    out.isDemo = row.method->isDemo;
    out.run = row.run->name;
    out.device = row.run->device;
    out.precision = row.run->precision;
    out.protocol = row.run->protocol;
    out.suiteVersion = row.run->suiteVersion;
    out.clock = row.run->clock;
    out.sample = row.sample;
    out.round = row.round;
    out.verdict = row.verdict;
    out.strictVerdict = row.strictVerdict;
    out.speedup = row.speedup;
    out.candidateMs = row.candidateMs;
    out.baselineMs = row.baselineMs;
    out.isWithheld = row.isWithheld;
    out.baseline = row.baseline;
    out.madeOf = row.madeOf;
    out.arithmetic = row.arithmetic;
    out.references = referencesOf(row, references);
    out.identicalCode = row.identicalCode;
    return out;
}

/// The rows that one connection reads, with its own copy of the names, which cache the last values.
/// Aligned so that two threads never write to one cache line.
struct alignas(64) MetricPart {
    explicit MetricPart(Names known) : names(std::move(known)) { }
    MetricPart(const MetricPart &) = delete; // because rows point into the names
    MetricPart &operator=(const MetricPart &) = delete;

    void add(const Statement &row) { isComplete = readRow(row, names, packed) && isComplete; }
    /// Returns the number of parts that unpack() makes.
    std::size_t parts() const { return (packed.rows.size() + rowsOfPart - 1) / rowsOfPart; }
    /// Appends the rows of a part.
    void unpack(std::size_t part, std::vector<MetricRow> &out)
    {
        const std::size_t begin = part * rowsOfPart;
        const std::size_t end = std::min(begin + rowsOfPart, packed.rows.size());
        for (std::size_t i = begin; i < end; ++i) {
            out.push_back(unpacked(packed.rows[i], names.references));
            if (!packed.costs.empty())
                out.back().cost = packed.costs[i];
            if (!packed.work.empty())
                out.back().work = packed.work[i];
        }
    }

    static constexpr std::size_t rowsOfPart = 8192; ///< small enough for a processor's cache

    Names names;
    PackedRows packed;
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
    Status read = rows(database, "SELECT id, suite, name, category, level, sound, hash FROM task",
                       [&](const Statement &row) {
                           TaskFacts task{row.integer(0),
                                          row.textView(1),
                                          row.textView(2),
                                          row.textView(6),
                                          row.textView(3),
                                          {},
                                          true};
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
                             RunFacts{row.integer(0), row.textView(1), row.textView(2),
                                      row.textView(3), row.textView(4), row.textView(5),
                                      row.textView(6)});
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

/// The rows of both connections.
class TwinRows final : public StoredRows
{
public:
    explicit TwinRows(const Names &names) : first(names), second(names) { }

    void select(FormSelection selection) override { m_selection = std::move(selection); }
    std::size_t count() const override { return first.parts() + second.parts(); }

    std::vector<MetricRow> part(std::size_t index) override
    {
        const std::size_t inFirst = first.parts();
        std::vector<MetricRow> out;
        out.reserve(MetricPart::rowsOfPart);
        if (index < inFirst)
            first.unpack(index, out);
        else
            second.unpack(index - inFirst, out);
        m_selection.mark(out);
        return out;
    }

    std::vector<MetricRow> takeAll() override
    {
        std::vector<MetricRow> out;
        out.reserve(first.packed.rows.size() + second.packed.rows.size());
        for (MetricPart *from : {&first, &second}) {
            for (std::size_t i = 0; i < from->parts(); ++i)
                from->unpack(i, out);
            from->packed = {}; // so that few rows are in memory twice
        }
        m_selection.mark(out);
        return out;
    }

    /// Reserves the memory for that many rows, which growing would need twice. It is one piece for
    /// each connection, so that the system gets it back.
    void reserve(std::size_t rows)
    {
        first.packed.rows.reserve(rows / 2 + 1);
        second.packed.rows.reserve(rows / 2 + 1);
    }

    MetricPart first;
    MetricPart second;

private:
    FormSelection m_selection;
};

} // namespace

Result<std::unique_ptr<StoredRows>> readMetricRows(TwinTransactions &store,
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
        select.columns += ", w.evaluation_id, " + columnNames<WorkRecord>().list("w.");
    select.columns += " FROM evaluation e LEFT JOIN evaluation_extra x ON x.evaluation_id = e.id ";
    if (names->hasCosts)
        select.columns += "LEFT JOIN candidate c ON c.id = e.candidate_id ";
    if (names->hasWork)
        select.columns += "LEFT JOIN work w ON w.evaluation_id = e.id ";
    auto out = std::make_unique<TwinRows>(*names);
    if (condition.isEverything()) {
        const auto count = store.first.lookup("SELECT count(*) FROM evaluation");
        if (!count)
            return count.error();
        out->reserve(static_cast<std::size_t>(count->value_or(0)));
    }
    const Status read = scanEvaluations(
        store, select, std::move(stop), [&](const Statement &row) { out->first.add(row); },
        [&](const Statement &row) { out->second.add(row); });
    if (!read)
        return read.error();
    if (!out->first.isComplete || !out->second.isComplete)
        return Error{Errc::Corrupt, "an evaluation refers to a task, method or run that is missing",
                     store.first.file().string(),
                     "kloupe check FILE lists the damage; restore a backup"};
    return std::unique_ptr<StoredRows>(std::move(out));
}

} // namespace loupe
