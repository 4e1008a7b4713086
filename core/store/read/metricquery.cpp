// SPDX-License-Identifier: Apache-2.0
#include "core/store/read/metricquery.h"

#include "core/analysis/population/appliedconditions.h"
#include "core/analysis/population/conditionvalues.h"
#include "core/analysis/rows/namenumbers.h"
#include "core/model/device/kernelprofile.h"
#include "core/model/record/recordedname.h"
#include "core/store/read/evaluationscan.h"
#include "core/store/read/referencefinder.h"
#include "core/store/rows/evaluationcolumns.h"
#include "core/store/rows/readqueries.h"
#include "core/store/rows/runconditions.h"
#include "core/store/sqlite/byid.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

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
    std::uint32_t conditions = 0; ///< a number for all of the above but id and name
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
    = "e.id, e.task_id, e.method_id, e.run_id, e.sample, e.round, e.verdict, "
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

void setRun(MetricRow &row, const RunFacts &run)
{
    row.run = run.name;
    row.device = run.device;
    row.precision = run.precision;
    row.protocol = run.protocol;
    row.suiteVersion = run.suiteVersion;
    row.clock = run.clock;
}

/// Makes the part of a row that the conditions of a scope use.
MetricRow namesAndSpeedup(const PackedRow &row)
{
    MetricRow out;
    out.suite = row.task->suite;
    out.task = row.task->name;
    out.taskHash = row.task->hash;
    out.category = row.task->category;
    out.level = row.task->level;
    out.taskSound = row.task->sound;
    out.method = row.method->name;
    out.isDemo = row.method->isDemo;
    setRun(out, *row.run);
    out.speedup = row.speedup;
    return out;
}

MetricRow unpacked(const PackedRow &row, ReferenceFinder &references)
{
    MetricRow out = namesAndSpeedup(row);
    out.id = row.id;
    out.sample = row.sample;
    out.round = row.round;
    out.verdict = row.verdict;
    out.strictVerdict = row.strictVerdict;
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

Result<Names> readNames(Database &database, bool withCosts)
{
    Names out;
    NameNumbers<5> conditions;
    Status read
        = readRows(database, "SELECT id, suite, name, category, level, sound, hash FROM task",
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
        read = readRows(
            database, "SELECT id, name, is_demo FROM method", [&](const Statement &row) {
                out.methods.add(row.integer(0), MethodFacts{row.textView(1), row.integer(2) != 0});
            });
    if (read)
        read = readRows(
            database,
            fmt::format("SELECT r.id, r.name, n.device_name, r.precision, r.protocol, {}, {} "
                        "FROM run r JOIN environment n ON n.id = r.environment_id",
                        suiteVersionSql, clockSql),
            [&](const Statement &row) {
                RunFacts run{row.integer(0),  row.textView(1), row.textView(2), row.textView(3),
                             row.textView(4), row.textView(5), row.textView(6)};
                run.conditions = conditions[{run.device, run.precision, run.protocol,
                                             run.suiteVersion, run.clock}];
                out.runs.add(row.integer(0), run);
            });
    if (read)
        read = readRows(database,
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
    const AppliedConditions *applied() const override { return m_applied ? &*m_applied : nullptr; }
    void setApplied(AppliedConditions applied) { m_applied = std::move(applied); }
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
    std::optional<AppliedConditions> m_applied;
};

Error missingNames(const Database &database)
{
    return database.fileError(Errc::Corrupt,
                              "an evaluation refers to a task, method or run that is missing",
                              "kloupe check FILE lists the damage; restore a backup");
}

/// Consecutive rows of one suite; their runs have the same conditions.
struct RowStretch {
    Name suite;
    std::uint32_t conditions = 0;
    std::int64_t first = 0; ///< id
};

/// Counts of rows that are alike to the conditions of a scope, as one connection reads them.
class StoredCounts
{
public:
    static constexpr const char *columns = "e.id, e.task_id, e.method_id, e.run_id, e.speedup";

    /// Counts up to `maxKinds` kinds of rows. More would cost as much as the rows themselves.
    StoredCounts(const Names &names, std::size_t maxKinds)
        : m_names(names)
        , m_maxKinds(maxKinds) { }

    /// Returns true if the ids of the small tables fit into a key.
    static bool canCount(const Names &names)
    {
        return names.tasks.areBelow(missingId) && names.methods.areBelow(missingId)
            && names.runs.areBelow(missingId);
    }

    bool areTooMany() const { return m_numbers.size() > m_maxKinds; }
    void add(const Statement &row)
    {
        if (areTooMany())
            return;
        constexpr int speedupColumn = 4;
        const std::int64_t task = row.integer(1);
        const std::int64_t run = row.integer(3);
        if (task != m_task || run != m_run || m_counts.empty())
            start(task, run, row.integer(0));
        const std::uint64_t key
            = packed(task, row.integer(2), m_conditions, !row.isNull(speedupColumn));
        if (key != m_key || m_counts.empty()) {
            m_key = key;
            m_number = m_numbers[key];
            m_counts.resize(m_numbers.size());
        }
        ++m_counts[m_number];
    }

    /// Adds the counts to others. Returns false if a damaged store lacks what a row refers to.
    bool addTo(RowCounts &counts) const
    {
        if (m_isIncomplete)
            return false;
        std::unordered_map<std::uint32_t, const RunFacts *> runs;
        m_names.runs.forEach([&](const RunFacts &run) { runs.try_emplace(run.conditions, &run); });
        PackedRow like;
        for (std::size_t i = 0; i < m_counts.size(); ++i) {
            const std::uint64_t key = m_numbers.keys()[i];
            like.task = m_names.tasks.find(partOf(key, taskShift));
            like.method = m_names.methods.find(partOf(key, methodShift));
            if (like.task == nullptr || like.method == nullptr)
                return false;
            like.run = runs.at(static_cast<std::uint32_t>(partOf(key, conditionsShift)));
            like.speedup = (key & 1U) != 0 ? OptionalNumber<double>(1.0) : std::nullopt;
            counts.add(namesAndSpeedup(like), m_counts[i]);
        }
        return true;
    }
    const std::vector<RowStretch> &stretches() const { return m_stretches; }

private:
    static constexpr unsigned idBits = 21;
    static constexpr std::int64_t missingId = (std::int64_t{1} << idBits) - 1;
    static constexpr unsigned conditionsShift = 1;
    static constexpr unsigned methodShift = conditionsShift + idBits;
    static constexpr unsigned taskShift = methodShift + idBits;

    struct KeyHash {
        std::size_t operator()(std::uint64_t key) const noexcept
        {
            const std::uint64_t out = key * 0x9e3779b97f4a7c15U;
            return out ^ (out >> 32U);
        }
    };
    /// Ids that do not fit are in no table, so the store is damaged; see addTo().
    static std::uint64_t packed(std::int64_t task, std::int64_t method, std::uint32_t conditions,
                                bool hasSpeedup)
    {
        const auto fitting = [](std::int64_t id) {
            return static_cast<std::uint64_t>(id >= 0 && id < missingId ? id : missingId);
        };
        return fitting(task) << taskShift | fitting(method) << methodShift
            | std::uint64_t{conditions} << conditionsShift | (hasSpeedup ? 1U : 0U);
    }
    static std::int64_t partOf(std::uint64_t key, unsigned shift)
    {
        return static_cast<std::int64_t>(key >> shift) & missingId;
    }
    /// Starts the rows of another task or run at `id`.
    void start(std::int64_t task, std::int64_t run, std::int64_t id)
    {
        m_task = task;
        m_run = run;
        const TaskFacts *const ofTask = m_names.tasks.find(task);
        const RunFacts *const ofRun = m_names.runs.find(run);
        m_isIncomplete = m_isIncomplete || ofTask == nullptr || ofRun == nullptr;
        if (m_isIncomplete)
            return;
        m_conditions = ofRun->conditions;
        if (m_stretches.empty() || m_stretches.back().suite != ofTask->suite
            || m_stretches.back().conditions != m_conditions)
            m_stretches.push_back({ofTask->suite, m_conditions, id});
    }

    const Names &m_names;
    std::size_t m_maxKinds;
    KeyNumbers<std::uint64_t, KeyHash> m_numbers;
    std::vector<std::size_t> m_counts; ///< by number
    std::vector<RowStretch> m_stretches;
    bool m_isIncomplete = false;
    std::int64_t m_task = 0; ///< of the last row, as are the next four
    std::int64_t m_run = 0;
    std::uint32_t m_conditions = 0;
    std::uint64_t m_key = 0;
    std::uint32_t m_number = 0;
};

/// The conditions of a scope, and where the rows are that they leave.
struct ScopedIds {
    AppliedConditions applied;
    std::optional<std::vector<IdRange>> ids; ///< nullopt: all
};

/// Returns the distinct values of a condition other than the baseline.
std::unordered_set<Name> valuesOf(GroupBy condition, const Names &names)
{
    std::unordered_set<Name> out;
    names.tasks.forEach([&](const TaskFacts &task) {
        if (condition == GroupBy::Suite)
            out.insert(task.suite);
    });
    names.runs.forEach([&](const RunFacts &run) {
        MetricRow row;
        setRun(row, run);
        if (condition != GroupBy::Suite)
            out.insert(conditionOf(row, condition));
    });
    return out;
}

/// Returns true if the conditions of a scope may exclude rows. The baseline only excludes speedups.
bool mayExclude(const Scope &scope, const Names &names)
{
    using Kind = ConditionRule::Kind;
    return std::ranges::any_of(scopeConditions, [&](GroupBy condition) {
        const ConditionRule rule = scope.rule(condition);
        const bool isChosen = rule.kind == Kind::Only || rule.kind == Kind::Largest;
        if (condition == GroupBy::Baseline || !isChosen)
            return false;
        const std::unordered_set<Name> values = valuesOf(condition, names);
        if (rule.kind == Kind::Only)
            return std::ranges::any_of(values, [&](Name each) { return each != rule.value; });
        return std::ranges::count_if(values, [](Name each) { return isRecordedName(each.text()); })
            > 1;
    });
}

/// Joins the ranges with the smallest gaps if there are many, because each is a query of its own.
/// They must be ascending.
void joinNearest(std::vector<IdRange> &ranges)
{
    constexpr std::size_t maxRanges = 1000;
    if (ranges.size() <= maxRanges)
        return;
    std::vector<std::int64_t> gaps;
    gaps.reserve(ranges.size() - 1);
    for (std::size_t i = 1; i < ranges.size(); ++i)
        gaps.push_back(ranges[i].first - ranges[i - 1].last);
    const auto maxJoined
        = gaps.begin() + static_cast<std::ptrdiff_t>(ranges.size() - maxRanges - 1);
    std::ranges::nth_element(gaps, maxJoined);
    std::vector<IdRange> out{ranges.front()};
    for (const IdRange &each : std::span(ranges).subspan(1)) {
        if (each.first - out.back().last <= *maxJoined)
            out.back().last = each.last;
        else
            out.push_back(each);
    }
    ranges = std::move(out);
}

/// Returns the ids around the rows that the conditions leave; nullopt if these are all. `last` is
/// the highest id.
std::optional<std::vector<IdRange>> idsOf(const std::vector<RowStretch> &stretches,
                                          std::int64_t last, const AppliedConditions &applied,
                                          const Names &names)
{
    std::unordered_map<std::uint32_t, MetricRow> likeOf; // by the number of the conditions
    names.runs.forEach([&](const RunFacts &run) { setRun(likeOf[run.conditions], run); });
    std::vector<IdRange> out;
    bool areAll = true;
    for (std::size_t i = 0; i < stretches.size(); ++i) {
        const RowStretch &each = stretches[i];
        MetricRow &like = likeOf.at(each.conditions);
        like.suite = each.suite;
        if (!applied.isConsidered(like)) {
            areAll = false;
            continue;
        }
        const IdRange ids{each.first, i + 1 < stretches.size() ? stretches[i + 1].first - 1 : last};
        if (!out.empty() && out.back().last + 1 == ids.first)
            out.back().last = ids.last;
        else
            out.push_back(ids);
    }
    if (areAll)
        return std::nullopt;
    joinNearest(out);
    return out;
}

/// Returns true if counts suffice for the scope of the request and may exclude rows.
bool isWorthCounting(const MetricRowRequest &request, const Names &names)
{
    const Scope *const scope = request.scope;
    const bool areCountsEnough = scope != nullptr && RowCounts::sufficeFor(*scope)
        && (!scope->joinBaselines || names.references.isEmpty());
    return areCountsEnough && StoredCounts::canCount(names) && mayExclude(*scope, names);
}

/// Applies the conditions of the scope to counts; nullopt if all rows have to be read.
Result<std::optional<ScopedIds>> applyConditions(TwinTransactions &store,
                                                 const MetricRowRequest &request,
                                                 const Names &names, const std::stop_token &stop)
{
    if (!isWorthCounting(request, names))
        return std::optional<ScopedIds>();
    const EvaluationSelect select{StoredCounts::columns, {}, request.condition, " ORDER BY e.id"};
    const auto isMany = goesThroughMany(store, select);
    if (!isMany)
        return isMany.error();
    if (!*isMany)
        return std::optional<ScopedIds>();
    const auto last = store.first.lookup("SELECT max(id) FROM evaluation");
    if (!last)
        return last.error();
    const auto rows = static_cast<std::size_t>(last->value_or(0));
    constexpr std::size_t minRowsOfKind = 4;
    const std::size_t maxKinds = rows / minRowsOfKind / (store.second == nullptr ? 1 : 2);
    StoredCounts first(names, maxKinds);
    StoredCounts second(names, maxKinds);
    const Status read = scanEvaluations(
        store, select, stop, [&](const Statement &row) { first.add(row); },
        [&](const Statement &row) { second.add(row); });
    if (!read)
        return read.error();
    if (first.areTooMany() || second.areTooMany())
        return std::optional<ScopedIds>();
    RowCounts counts;
    if (!first.addTo(counts) || !second.addTo(counts))
        return missingNames(store.first);
    std::vector<RowStretch> stretches = first.stretches();
    stretches.insert(stretches.end(), second.stretches().begin(), second.stretches().end());
    AppliedConditions applied = std::move(counts).apply(*request.scope);
    auto ids = idsOf(stretches, last->value_or(0), applied, names);
    return std::optional(ScopedIds{std::move(applied), std::move(ids)});
}

} // namespace

Result<std::unique_ptr<StoredRows>>
readMetricRows(TwinTransactions &store, const MetricRowRequest &request, std::stop_token stop)
{
    auto names = readNames(store.first, request.withCosts);
    if (!names)
        return std::move(names).error();
    auto scoped = applyConditions(store, request, *names, stop);
    if (!scoped)
        return std::move(scoped).error();
    EvaluationSelect select{metricColumns,
                            "LEFT JOIN evaluation_extra x ON x.evaluation_id = e.id ",
                            request.condition, " ORDER BY e.id"};
    if (*scoped)
        select.ids = std::move((*scoped)->ids);
    if (names->hasCosts) {
        select.columns += costColumns;
        select.joins += "LEFT JOIN candidate c ON c.id = e.candidate_id ";
    }
    if (names->hasWork) {
        select.columns += ", w.evaluation_id, " + columnNames<WorkRecord>().list("w.");
        select.joins += "LEFT JOIN work w ON w.evaluation_id = e.id ";
    }
    auto out = std::make_unique<TwinRows>(*names);
    if (*scoped) {
        out->reserve((*scoped)->applied.considered());
        out->setApplied(std::move((*scoped)->applied));
    } else if (request.condition.isEverything()) {
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
        return missingNames(store.first);
    return std::unique_ptr<StoredRows>(std::move(out));
}

} // namespace loupe
