// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/population/scopedpairs.h"

#include "core/analysis/population/appliedconditions.h"
#include "core/analysis/population/baselinechoice.h"
#include "core/analysis/population/conditionvalues.h"
#include "core/analysis/population/joinedbaselines.h"
#include "core/analysis/population/methodbaseline.h"
#include "core/analysis/population/recordedcopies.h"
#include "core/analysis/rows/grouping.h"
#include "core/analysis/rows/namenumbers.h"
#include "core/analysis/rows/rowgroups.h"
#include "core/model/record/confirmedmethod.h"
#include "core/model/record/protocolname.h"

#include <algorithm>
#include <future>
#include <iterator>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace loupe {

namespace {

/// Replaces the verdict of each row by the strict one, and the protocol by the strict one. Rows
/// that are wrong by the strict rules lose their speedup. Removes rows without a strict verdict and
/// returns their number.
std::size_t countStrictly(std::vector<MetricRow> &rows)
{
    std::unordered_map<Name, Name> strictOf;
    for (MetricRow &row : rows) {
        const auto [known, isNew] = strictOf.try_emplace(row.protocol);
        if (isNew)
            known->second = strictPartOf(row.protocol);
        row.protocol = known->second;
        row.verdict = row.strictVerdict;
        if (outcomeOf(row.verdict) == Outcome::Correct)
            continue;
        row.takeSpeedup();
        row.candidateMs = {};
        row.references = {};
    }
    return std::erase_if(
        rows, [](const MetricRow &row) { return outcomeOf(row.verdict) == Outcome::Unknown; });
}

/// Excludes confirmations with fresh inputs, which have a round's number but are not a round.
void leaveOutConfirmations(RowIndex &index, std::vector<LeftOutObservations> &leftOut)
{
    std::vector<bool> isConfirmation;
    isConfirmation.reserve(index.cells.size());
    for (const RowIndex::Cell &cell : index.cells)
        isConfirmation.push_back(isConfirmedName(cell.method));
    std::size_t count = 0;
    for (RowIndex::Entry &entry : index.entries) {
        if (isConfirmation[entry.cell] && index.isConsidered(entry))
            count += index.takeOut(entry);
    }
    if (count > 0)
        leftOut.push_back({LeftOutReason::Confirmation, GroupBy::All, count});
}

/// Returns the group number of each row.
std::vector<std::uint32_t> groupOfRows(std::span<const MetricRow> rows, const RowIndex &index,
                                       GroupBy dimension)
{
    const auto condition = std::ranges::find(scopeConditions, dimension);
    if (condition == scopeConditions.end() && dimension != GroupBy::Run)
        return rowGroups(rows, dimension).groupOf;
    const auto place = static_cast<std::size_t>(condition - scopeConditions.begin());
    const auto valueOf = [&](const RowIndex::Setting &setting) {
        return dimension == GroupBy::Run ? setting.run : setting.values[place];
    };
    NameNumbers<1> numbers;
    std::vector<std::uint32_t> groupOfSetting;
    groupOfSetting.reserve(index.settings.size());
    for (const RowIndex::Setting &setting : index.settings)
        groupOfSetting.push_back(numbers[{valueOf(setting)}]);
    std::vector<std::uint32_t> out;
    out.reserve(index.entries.size());
    for (const RowIndex::Entry &entry : index.entries)
        out.push_back(groupOfSetting[entry.setting]);
    return out;
}

/// Splits the cells of the index by further dimensions.
NumberedCells cellsApart(std::span<const MetricRow> rows, const RowIndex &index,
                         const std::vector<GroupBy> &dimensions)
{
    NumberedCells out;
    out.count = index.cells.size();
    out.cellOf.reserve(index.entries.size());
    for (const RowIndex::Entry &entry : index.entries)
        out.cellOf.push_back(entry.cell);
    for (const GroupBy dimension : dimensions) {
        const std::vector<std::uint32_t> groupOf = groupOfRows(rows, index, dimension);
        PairNumbers numbers;
        for (std::size_t i = 0; i < groupOf.size(); ++i)
            out.cellOf[i] = numbers[{out.cellOf[i], groupOf[i]}];
        out.count = numbers.size();
    }
    return out;
}

struct CellCounts {
    std::size_t tasks = 0;
    std::size_t methods = 0;
};

/// Counts among considered rows.
CellCounts countCells(const RowIndex &index)
{
    std::unordered_set<std::uint32_t> tasks;
    std::unordered_set<Name> methods;
    std::vector<bool> isSeen(index.cells.size(), false);
    for (const RowIndex::Entry &entry : index.entries) {
        if (isSeen[entry.cell] || !index.isConsidered(entry))
            continue;
        isSeen[entry.cell] = true;
        tasks.insert(index.cells[entry.cell].content);
        methods.insert(index.cells[entry.cell].method);
    }
    return {tasks.size(), methods.size()};
}

/// Returns the dimensions that separate cells in addition to method and task.
std::vector<GroupBy> dimensionsOf(const Scope &scope,
                                  const std::vector<PopulationCondition> &conditions)
{
    std::vector<GroupBy> out = scope.apart;
    using State = PopulationCondition::State;
    for (const PopulationCondition &each : conditions) {
        if (each.state == State::Split || each.state == State::Pooled)
            out.push_back(each.condition);
    }
    return out;
}

/// Excludes the cells whose representative the filter does not select. Filters are
/// applied to pairs, and never change which attempt represents one.
void leaveOutUnselected(std::span<const MetricRow> rows, RowIndex &index,
                        const NumberedCells &cells, std::vector<std::uint32_t> &representatives)
{
    const std::size_t before = representatives.size();
    std::vector<bool> isKept(cells.count, false);
    for (const std::uint32_t place : representatives)
        isKept[cells.cellOf[place]] = rows[place].isSelected();
    std::erase_if(representatives,
                  [&](std::uint32_t place) { return !isKept[cells.cellOf[place]]; });
    if (representatives.size() == before)
        return;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (!isKept[cells.cellOf[i]] && index.isConsidered(index.entries[i]))
            index.takeOut(index.entries[i]);
    }
}

/// Returns the methods of considered rows, sorted by name.
std::vector<Name> consideredMethods(const RowIndex &index)
{
    std::vector<Name> out;
    std::vector<bool> isSeen(index.cells.size(), false);
    for (const RowIndex::Entry &entry : index.entries) {
        if (isSeen[entry.cell] || !index.isConsidered(entry))
            continue;
        isSeen[entry.cell] = true;
        out.push_back(index.cells[entry.cell].method);
    }
    const auto textOf = [](const Name &method) -> const std::string & { return method.text(); };
    std::ranges::sort(out, {}, textOf);
    const auto repeated = std::ranges::unique(out);
    out.erase(repeated.begin(), repeated.end());
    return out;
}

/// Compares every considered attempt with the representative of its pair.
AttemptSpread spreadOf(std::span<const MetricRow> rows, const RowIndex &index,
                       const NumberedCells &cells,
                       const std::vector<std::uint32_t> &representatives)
{
    std::vector<std::uint32_t> representativeOf(cells.count);
    for (const std::uint32_t place : representatives)
        representativeOf[cells.cellOf[place]] = place;
    AttemptSpread out;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (!index.isConsidered(index.entries[i]))
            continue;
        const MetricRow &other = rows[representativeOf[cells.cellOf[i]]];
        out.hasRuns |= rows[i].run != other.run;
        out.hasSamples |= rows[i].sample != other.sample;
        out.hasRounds |= rows[i].round != other.round;
    }
    return out;
}

/// Returns which rows have a recorded speedup, if a method is the baseline and replaces them. They
/// decide which conditions matter, so that rates of correct do not depend on the baseline.
std::vector<bool> replacedSpeedups(const Scope &scope, const std::vector<MetricRow> &rows)
{
    std::vector<bool> out;
    if (!baselineMethod(scope))
        return out;
    out.reserve(rows.size());
    for (const MetricRow &row : rows)
        out.push_back(row.speedup.has_value());
    return out;
}

/// Adds the speedups over times of other results. Returns false if there are none.
bool addSpeedups(const Scope &scope, std::vector<MetricRow> &rows)
{
    const auto method = baselineMethod(scope);
    if (!method)
        return scope.joinBaselines && joinBaselines(rows);
    replaceSpeedups(Name(methodBaselineName(*method)), rows);
    return true;
}

/// The rows that the conditions of a scope leave, before a baseline is chosen.
struct ScopedAttempts {
    std::vector<MetricRow> rows; ///< in stored order
    RowIndex index;              ///< of `rows`
    std::vector<PopulationCondition> conditions;
    std::vector<ConditionValue> baselines; ///< of speedups
    std::vector<LeftOutObservations> leftOut;
    std::size_t given = 0;
    bool mayBeJoined = false;
};

/// Makes the next of several parts on a thread of its own while the last one is used.
class PartsAhead
{
public:
    explicit PartsAhead(RowParts &parts) : m_parts(parts) { }

    /// Returns the parts in turn.
    std::vector<MetricRow> next()
    {
        std::vector<MetricRow> out = m_next.valid() ? m_next.get() : m_parts.part(m_made++);
        if (m_made < m_parts.count())
            m_next = std::async(std::launch::async, [this] { return m_parts.part(m_made++); });
        return out;
    }

private:
    RowParts &m_parts;
    std::size_t m_made = 0; ///< one thread at a time uses it
    std::future<std::vector<MetricRow>> m_next;
};

/// Makes the ScopedAttempts of rows that come in parts.
class AttemptReading
{
public:
    AttemptReading(RowParts &parts, const Scope &scope) : m_parts(parts), m_scope(scope) { }

    /// Returns nullopt if `stop` is requested.
    std::optional<ScopedAttempts> read(const std::stop_token &stop)
    {
        if (!addToIndex(stop))
            return std::nullopt;
        applyConditions();
        if (!takeConsidered(stop))
            return std::nullopt;
        // Runs that are compared keep results that others recorded before.
        const bool isByRun = std::ranges::find(m_scope.apart, GroupBy::Run) != m_scope.apart.end();
        if (const std::size_t copies = isByRun ? 0 : removeCopies(m_out.rows, m_out.index);
            copies > 0)
            m_out.leftOut.push_back({LeftOutReason::Copy, GroupBy::All, copies});
        if (stop.stop_requested())
            return std::nullopt;
        return std::move(m_out);
    }

private:
    bool isStrict() const { return m_scope.verdict == CountedVerdict::Strict; }

    /// Returns the rows of a part with the scope's verdicts and speedups.
    std::vector<MetricRow> scoped(std::vector<MetricRow> rows)
    {
        m_partGiven = rows.size();
        m_partWithout = isStrict() ? countStrictly(rows) : 0;
        m_replaced = replacedSpeedups(m_scope, rows);
        m_isJoined = addSpeedups(m_scope, rows);
        return rows;
    }

    bool addToIndex(const std::stop_token &stop)
    {
        RowIndexer indexer;
        if (const AppliedConditions *applied = m_parts.applied()) {
            for (const auto &[suite, task, hash] : applied->tasks())
                indexer.addTask(suite, task, hash);
        }
        std::size_t without = 0;
        const bool isAtRound = m_scope.choice.rule == AttemptRule::AtRound;
        PartsAhead parts(m_parts);
        for (std::size_t i = 0; i < m_parts.count(); ++i) {
            if (stop.stop_requested())
                return false;
            std::vector<MetricRow> rows = scoped(parts.next());
            m_out.given += m_partGiven;
            without += m_partWithout;
            m_out.mayBeJoined = m_out.mayBeJoined || m_isJoined;
            indexer.add(rows, m_replaced);
            for (const MetricRow &row : rows) {
                if (isAtRound)
                    m_isOtherRound.push_back(row.round != m_scope.choice.round);
            }
            if (m_parts.count() == 1)
                m_onlyPart = std::move(rows);
            else
                keepApplied(rows);
        }
        m_out.index = indexer.finish();
        if (without > 0)
            m_out.leftOut.push_back({LeftOutReason::NoStrictVerdict, GroupBy::All, without});
        return !stop.stop_requested();
    }

    /// Keeps the rows of a part if the conditions were applied before, so that they need not be
    /// made again. Keeps none if conditions exclude some of them all the same.
    void keepApplied(std::vector<MetricRow> &rows)
    {
        const AppliedConditions *applied = m_parts.applied();
        if (applied == nullptr || m_out.given > applied->considered()) {
            m_out.rows = {};
            return;
        }
        m_out.rows.reserve(applied->considered());
        std::ranges::move(rows, std::back_inserter(m_out.rows));
    }

    void leaveOutOtherRounds()
    {
        std::size_t count = 0;
        for (std::size_t i = 0; i < m_isOtherRound.size(); ++i) {
            if (m_isOtherRound[i])
                count += m_out.index.takeOut(m_out.index.entries[i]);
        }
        if (count > 0)
            m_out.leftOut.push_back({LeftOutReason::OtherRound, GroupBy::All, count});
    }

    void applyConditions()
    {
        if (const AppliedConditions *applied = m_parts.applied())
            useConditions(*applied);
        else
            chooseConditions();
        constexpr std::size_t baseline = scopeConditions.size() - 1;
        static_assert(scopeConditions[baseline] == GroupBy::Baseline);
        m_out.conditions.push_back(
            applyCondition(m_out.index, baseline, m_scope.rule(GroupBy::Baseline), m_out.leftOut));
        m_out.baselines = conditionValues(m_out.index, baseline);
    }

    void useConditions(const AppliedConditions &applied)
    {
        m_out.given = applied.given();
        m_out.conditions = applied.conditions();
        m_out.leftOut = applied.leftOut();
        for (RowIndex::Setting &setting : m_out.index.settings) {
            if (!applied.isConsidered(setting))
                setting.rows = 0;
        }
    }

    /// Applies the conditions before the baseline.
    void chooseConditions()
    {
        leaveOutOtherRounds();
        if (std::ranges::find(m_scope.apart, GroupBy::Round) != m_scope.apart.end())
            leaveOutConfirmations(m_out.index, m_out.leftOut);
        m_out.conditions.reserve(scopeConditions.size());
        for (std::size_t i = 0; i + 1 < scopeConditions.size(); ++i) {
            ConditionRule rule = m_scope.rule(scopeConditions[i]);
            if (isStrict() && scopeConditions[i] == GroupBy::Protocol)
                rule.value = std::string(strictPartOf(rule.value));
            m_out.conditions.push_back(applyCondition(m_out.index, i, rule, m_out.leftOut));
        }
    }

    /// Keeps only the considered rows, so that later steps take the time and memory of the scope,
    /// not of the store.
    bool takeConsidered(const std::stop_token &stop)
    {
        RowIndex &index = m_out.index;
        const std::size_t count = index.consideredRows();
        if (m_out.rows.size() == count && index.entries.size() == count)
            return true;
        m_out.rows.clear();
        std::vector<RowIndex::Entry> entries;
        entries.reserve(count);
        m_out.rows.reserve(count);
        auto next = index.entries.cbegin();
        PartsAhead parts(m_parts);
        for (std::size_t i = 0; i < m_parts.count(); ++i) {
            if (stop.stop_requested())
                return false;
            std::vector<MetricRow> rows;
            if (m_onlyPart)
                rows.swap(*m_onlyPart);
            else
                rows = scoped(parts.next());
            for (MetricRow &row : rows) {
                if (index.isConsidered(*next)) {
                    m_out.rows.push_back(std::move(row));
                    entries.push_back(*next);
                }
                ++next;
            }
        }
        index.entries = std::move(entries);
        return true;
    }

    RowParts &m_parts;
    const Scope &m_scope;
    ScopedAttempts m_out;
    std::optional<std::vector<MetricRow>> m_onlyPart;
    std::vector<bool> m_isOtherRound;
    // Of the last part:
    std::size_t m_partGiven = 0;
    std::size_t m_partWithout = 0; ///< rows without a strict verdict
    std::vector<bool> m_replaced;
    bool m_isJoined = false;
};

/// Keeps only the speedups over the chosen baseline, and returns the representatives.
std::vector<std::uint32_t> representativesOver(PopulationCondition &baseline, const Scope &scope,
                                               std::vector<MetricRow> &rows, RowIndex &index,
                                               const NumberedCells &cells,
                                               std::vector<LeftOutObservations> &leftOut)
{
    if (const auto method = baselineMethod(scope)) {
        baseline.value = methodBaselineName(*method);
        renameBaselines(Name(baseline.value), rows, index, cells, leftOut);
        return speakersOf(rows, index, cells, scope.choice);
    }
    using State = PopulationCondition::State;
    const bool isChosen = baseline.state == State::Only || baseline.state == State::Largest;
    if (isChosen)
        keepSpeedupsOver(Name(baseline.value), rows, index, leftOut);
    std::vector<std::uint32_t> out = speakersOf(rows, index, cells, scope.choice);
    mergeBaselines(isChosen ? std::optional(Name(baseline.value)) : std::nullopt,
                   attemptsToMerge(rows, index, cells, isChosen), rows, index, cells, out);
    return out;
}

/// Removes the rows that are not considered. They take the memory of all rows.
void keepConsidered(PairsOverBaseline &pairs)
{
    const std::size_t count = pairs.index.consideredRows();
    if (count == pairs.rows.size())
        return;
    // A copy instead of compacting, because the capacity would keep the memory.
    PairsOverBaseline out;
    out.rows.reserve(count);
    out.cells.cellOf.reserve(count);
    out.index.entries.reserve(count);
    auto representative = pairs.representatives.begin();
    for (std::size_t i = 0; i < pairs.rows.size(); ++i) {
        const RowIndex::Entry &entry = pairs.index.entries[i];
        if (!pairs.index.isConsidered(entry))
            continue;
        if (representative != pairs.representatives.end() && *representative == i)
            *representative++ = static_cast<std::uint32_t>(out.rows.size());
        out.rows.push_back(std::move(pairs.rows[i]));
        out.cells.cellOf.push_back(pairs.cells.cellOf[i]);
        out.index.entries.push_back(entry);
    }
    pairs.rows = std::move(out.rows);
    pairs.cells.cellOf = std::move(out.cells.cellOf);
    pairs.index.entries = std::move(out.index.entries);
}

PairsOverBaseline pairsOver(ScopedAttempts attempts, const Scope &scope)
{
    PairsOverBaseline out{std::move(attempts.rows),       std::move(attempts.index),  {}, {},
                          std::move(attempts.conditions), std::move(attempts.leftOut)};
    out.cells = cellsApart(out.rows, out.index, dimensionsOf(scope, out.conditions));
    out.representatives = representativesOver(out.conditions.back(), scope, out.rows, out.index,
                                              out.cells, out.leftOut);
    keepConsidered(out);
    return out;
}

Scope overBaseline(Scope scope, const std::string &baseline)
{
    scope.rules[GroupBy::Baseline] = {ConditionRule::Kind::Only, baseline};
    return scope;
}

/// Returns the pairs over this baseline alone, whatever the scope chooses.
PairsOverBaseline pairsOver(ScopedAttempts attempts, const Scope &scope,
                            const std::string &baseline)
{
    attempts.conditions.back() = {GroupBy::Baseline, PopulationCondition::State::Only, baseline,
                                  std::move(attempts.baselines)};
    return pairsOver(std::move(attempts), overBaseline(scope, baseline));
}

/// The members of a row that the choice of a baseline changes.
struct RecordedSpeedup {
    Name baseline;
    OptionalNumber<double> speedup;
    OptionalNumber<double> baselineMs;
    std::int32_t joinedReference = -1;
};

std::vector<RecordedSpeedup> recordedSpeedups(const std::vector<MetricRow> &rows)
{
    std::vector<RecordedSpeedup> out;
    out.reserve(rows.size());
    for (const MetricRow &row : rows)
        out.push_back({row.baseline, row.speedup, row.baselineMs, row.joinedReference});
    return out;
}

void restoreSpeedups(const std::vector<RecordedSpeedup> &recorded, std::vector<MetricRow> &rows)
{
    for (std::size_t i = 0; i < rows.size(); ++i) {
        rows[i].baseline = recorded[i].baseline;
        rows[i].speedup = recorded[i].speedup;
        rows[i].baselineMs = recorded[i].baselineMs;
        rows[i].joinedReference = recorded[i].joinedReference;
    }
}

/// Returns the rows at these places that the filter selects.
std::vector<MetricRow> selectedAmong(const std::vector<MetricRow> &rows,
                                     const std::vector<std::uint32_t> &places)
{
    std::vector<MetricRow> out;
    out.reserve(places.size());
    for (const std::uint32_t place : places) {
        if (rows[place].isSelected())
            out.push_back(rows[place]);
    }
    return out;
}

/// Returns the baselines to separate or pool; empty if there is only one.
std::vector<std::string> baselinesApart(const PopulationCondition &baseline)
{
    using State = PopulationCondition::State;
    std::vector<std::string> out;
    if (baseline.state != State::Split && baseline.state != State::Pooled)
        return out;
    out.reserve(baseline.values.size());
    for (const ConditionValue &each : baseline.values)
        out.push_back(each.value);
    return out;
}

/// Returns the population of the pairs that the marks select.
Population populationFrom(PairsOverBaseline pairs, const Scope &scope)
{
    std::vector<Name> methods = consideredMethods(pairs.index);
    leaveOutUnselected(pairs.rows, pairs.index, pairs.cells, pairs.representatives);
    const AttemptSpread attempts
        = spreadOf(pairs.rows, pairs.index, pairs.cells, pairs.representatives);
    keepConsidered(pairs);
    if (!scope.includeWithheld)
        flagWithheld(pairs.rows);
    Population out(scope, std::move(pairs.rows), pairs.representatives);
    const CellCounts counts = countCells(pairs.index);
    out.tasks = counts.tasks;
    out.methods = counts.methods;
    out.methodsInScope = std::move(methods);
    out.attempts = attempts;
    out.severalVersions = pairs.index.severalVersions;
    out.conditions = std::move(pairs.conditions);
    out.leftOut = std::move(pairs.leftOut);
    return out;
}

} // namespace

ScopedPairs::ScopedPairs(RowParts &rows, Scope scope, const std::stop_token &stop)
    : m_scope(std::move(scope))
{
    auto attempts = AttemptReading(rows, m_scope).read(stop);
    if (!attempts)
        return;
    m_given = attempts->given;
    m_mayBeJoined = attempts->mayBeJoined;
    const std::vector<std::string> baselines = baselinesApart(attempts->conditions.back());
    if (baselines.empty()) {
        m_parts.push_back(pairsOver(std::move(*attempts), m_scope));
        return;
    }
    std::vector<PairsOverBaseline> parts{pairsOver(*attempts, m_scope)};
    for (const std::string &each : baselines) {
        if (stop.stop_requested())
            return;
        parts.push_back(pairsOver(*attempts, m_scope, each));
    }
    m_parts = std::move(parts);
}

std::size_t ScopedPairs::size() const
{
    std::size_t out = 0;
    for (const PairsOverBaseline &part : m_parts)
        out += part.rows.size();
    return out;
}

Population ScopedPairs::select(const std::stop_token &stop) &&
{
    if (!isComplete() || stop.stop_requested())
        return populationOf({}, m_scope);
    Population whole = populationFrom(std::move(m_parts.front()), m_scope);
    whole.given = m_given;
    if (m_parts.size() > 1 && !stop.stop_requested())
        return overEach(std::move(whole));
    if (m_mayBeJoined)
        whole.joined = joinedBaselines(whole.observations());
    return whole;
}

Population ScopedPairs::overEach(Population whole)
{
    // Every pair counts under every baseline, with or without a time over it.
    std::vector<MetricRow> observations;
    std::vector<std::uint32_t> representatives;
    for (PairsOverBaseline &each : std::span(m_parts).subspan(1)) {
        const std::string baseline = each.conditions.back().value;
        populationFrom(std::move(each), overBaseline(m_scope, baseline))
            .appendTo(observations, representatives, Name(baseline));
    }
    whole.useObservations(std::move(observations), representatives);
    whole.joined = joinedBaselines(whole.observations());
    return whole;
}

Population populationOf(RowParts &rows, const Scope &scope, const std::stop_token &stop)
{
    return ScopedPairs(rows, scope, stop).select(stop);
}

Population populationOf(std::vector<MetricRow> rows, const Scope &scope,
                        const std::stop_token &stop)
{
    WholeRows whole(std::move(rows));
    return populationOf(whole, scope, stop);
}

std::vector<CellsOverBaseline> cellsOver(RowParts &rows, Scope scope,
                                         std::span<const ConditionValue> baselines)
{
    std::vector<CellsOverBaseline> out;
    if (baselines.empty())
        return out;
    scope = overBaseline(std::move(scope), baselines.front().value);
    auto attempts = AttemptReading(rows, scope).read({});
    const auto recorded = recordedSpeedups(attempts->rows);
    const NumberedCells cells
        = cellsApart(attempts->rows, attempts->index, dimensionsOf(scope, attempts->conditions));
    const AttemptsToMerge merged = attemptsToMerge(attempts->rows, attempts->index, cells, true);
    out.reserve(baselines.size());
    for (const ConditionValue &each : baselines) {
        const Name baseline(each.value);
        RowIndex index = attempts->index;
        std::vector<LeftOutObservations> leftOut;
        restoreSpeedups(recorded, attempts->rows);
        keepSpeedupsOver(baseline, attempts->rows, index, leftOut);
        std::vector<std::uint32_t> representatives
            = speakersOf(attempts->rows, index, cells, scope.choice);
        mergeBaselines(baseline, merged, attempts->rows, index, cells, representatives);
        out.push_back({each.value, selectedAmong(attempts->rows, representatives)});
        if (!scope.includeWithheld)
            flagWithheld(out.back().cells);
    }
    return out;
}

} // namespace loupe
