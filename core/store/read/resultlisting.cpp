// SPDX-License-Identifier: Apache-2.0
#include "core/store/read/resultlisting.h"

#include "core/analysis/population/baselinechoice.h"
#include "core/analysis/population/conditionvalues.h"
#include "core/analysis/population/countedresults.h"
#include "core/analysis/rows/grouping.h"
#include "core/model/record/recordedname.h"
#include "core/store/read/pairselection.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <tuple>
#include <utility>

namespace loupe {

namespace {

std::vector<RowId> idsOf(std::span<const MetricRow> rows)
{
    std::vector<RowId> out;
    out.reserve(rows.size());
    for (const MetricRow &row : rows)
        out.push_back(row.id);
    return out;
}

/// Returns the results in order. The store's own speedups do not select any, because they may be
/// over another baseline.
Result<std::vector<RowId>> orderedIds(StoreReader &reader, const Filter &filter,
                                      std::vector<RowId> listed, SortOrder order,
                                      const std::stop_token &stop)
{
    const auto all = reader.ids(withoutSpeedups(filter), order, stop);
    if (!all)
        return all.error();
    return rowsIn(*all, RowSet(listed));
}

/// Returns the ids in stored order, each once: split baselines repeat them.
std::vector<RowId> recordedOrder(std::vector<RowId> ids, bool isDescending)
{
    std::ranges::sort(ids);
    const auto repeated = std::ranges::unique(ids);
    ids.erase(repeated.begin(), repeated.end());
    if (isDescending)
        std::ranges::reverse(ids);
    return ids;
}

void keepListed(const Scope &scope, std::vector<MetricRow> &rows)
{
    useBaselineOf(scope, rows);
    std::erase_if(rows, [](const MetricRow &row) { return !row.isSelected(); });
}

/// Returns true unless a row records another value of a condition than the scope chooses. Baselines
/// do not matter.
bool isUnder(const Scope &scope, const MetricRow &row)
{
    return std::ranges::all_of(scopeConditions, [&](GroupBy condition) {
        const ConditionRule rule = scope.rule(condition);
        const Name value = conditionOf(row, condition);
        return condition == GroupBy::Baseline || rule.kind != ConditionRule::Kind::Only
            || !isRecordedName(value.text()) || value.text() == rule.value;
    });
}

/// Returns true if all results have their recorded speedups in the scope.
Result<bool> areRecorded(StoreReader &reader, const Scope &scope)
{
    if (scope.rule(GroupBy::Baseline).kind == ConditionRule::Kind::Only)
        return false;
    if (!scope.joinBaselines)
        return true;
    const auto joins = reader.canJoinReferences();
    return joins ? Result<bool>(!*joins) : joins.error();
}

} // namespace

ListedSpeedups::ListedSpeedups(std::span<const MetricRow> rows, const RowSet *only)
{
    if (only == nullptr)
        m_entries.reserve(rows.size());
    for (const MetricRow &row : rows) {
        if (only == nullptr || only->contains(row.id))
            m_entries.push_back({row.id, row.baseline, row.speedup, row.baselineMs,
                                 row.speedup && row.joined() == nullptr});
    }
    std::ranges::sort(m_entries, {}, &Entry::id);
    std::set<std::string> baselines;
    Name last;
    for (const Entry &each : m_entries) {
        if (each.speedup && each.baseline != last && !each.baseline.empty())
            baselines.insert(each.baseline.text());
        last = each.baseline;
    }
    m_baselines.assign(baselines.begin(), baselines.end());
}

const ListedSpeedups::Entry *ListedSpeedups::find(RowId id) const
{
    const auto found = std::ranges::lower_bound(m_entries, id, {}, &Entry::id);
    return found == m_entries.end() || found->id != id ? nullptr : &*found;
}

void ListedSpeedups::applyTo(ResultRow &row) const
{
    const Entry *entry = find(row.id);
    row.speedup = entry == nullptr ? std::nullopt : std::optional<double>(entry->speedup);
    row.baselineMs = entry == nullptr ? std::nullopt : std::optional<double>(entry->baselineMs);
    row.baseline = entry == nullptr ? std::string() : entry->baseline.text();
    if (entry != nullptr && entry->isRecorded)
        return;
    row.speedupLow = {};
    row.speedupHigh = {};
    row.minSpeedup = {};
    row.minSpeedupShape.clear();
}

void ListedSpeedups::sort(std::vector<RowId> &ids, SortOrder order) const
{
    std::vector<std::tuple<bool, double, RowId>> keys; // without a value, the value, the id
    keys.reserve(ids.size());
    for (const RowId id : ids) {
        const Entry *entry = find(id);
        OptionalNumber<double> value;
        if (entry != nullptr)
            value = order.key == SortKey::Speedup ? entry->speedup : entry->baselineMs;
        const double sign = order.descending ? -1.0 : 1.0;
        keys.emplace_back(!value.has_value(), sign * value.value_or(0.0), id);
    }
    std::ranges::sort(keys);
    std::ranges::transform(keys, ids.begin(), [](const auto &key) { return std::get<RowId>(key); });
}

bool isBySpeedup(SortKey key)
{
    return key == SortKey::Speedup || key == SortKey::BaselineMs;
}

std::vector<ResultRow> fetchListed(RowSource &source, const ResultListing &listing,
                                   std::span<const RowId> ids)
{
    std::vector<ResultRow> out = source.fetch(ids);
    if (listing.speedups) {
        for (ResultRow &row : out)
            listing.speedups->applyTo(row);
    }
    return out;
}

Result<ResultListing> listResults(StoreReader &reader, const Filter &filter, const Scope &scope,
                                  SortOrder order, const std::stop_token &stop)
{
    const auto recorded = areRecorded(reader, scope);
    if (!recorded)
        return recorded.error();
    if (*recorded) {
        auto ids = reader.ids(filter, order, stop);
        if (!ids)
            return std::move(ids).error();
        return ResultListing{*std::move(ids), nullptr};
    }
    auto rows = scopedRows(reader, filter, scope, stop, RowCosts::Skip);
    if (!rows)
        return std::move(rows).error();
    return listResults(reader, filter, {scope, *std::move(rows)}, order, stop);
}

Result<ResultListing> listResults(StoreReader &reader, const Filter &filter, RowsInScope results,
                                  SortOrder order, const std::stop_token &stop)
{
    keepListed(results.scope, results.rows);
    ResultListing out{idsOf(results.rows), std::make_shared<const ListedSpeedups>(results.rows)};
    if (isBySpeedup(order.key)) {
        out.speedups->sort(out.ids, order);
        return out;
    }
    auto ids = orderedIds(reader, filter, std::move(out.ids), order, stop);
    if (!ids)
        return std::move(ids).error();
    out.ids = *std::move(ids);
    return out;
}

std::shared_ptr<const ListedSpeedups> listedSpeedups(const Population &population,
                                                     std::span<const RowId> chosen)
{
    using State = PopulationCondition::State;
    const State state = population.condition(GroupBy::Baseline).state;
    if (state == State::Split || state == State::Pooled)
        return nullptr;
    if (chosen.empty())
        return std::make_shared<const ListedSpeedups>(population.cells());
    const RowSet only(chosen);
    return std::make_shared<const ListedSpeedups>(population.observations(), &only);
}

Result<ResultListing> listPairs(StoreReader &reader, const Filter &filter,
                                const Population &population, const ChosenResults &chosen,
                                SortOrder order, const std::stop_token &stop)
{
    if (stop.stop_requested())
        return Error{Errc::Cancelled, "cancelled"};
    ResultListing out{chosen.ids.empty() ? idsOf(population.cells())
                                         : std::vector(chosen.ids.begin(), chosen.ids.end()),
                      listedSpeedups(population, chosen.ids)};
    if (out.speedups && isBySpeedup(order.key)) {
        out.speedups->sort(out.ids, order);
        return out;
    }
    // The filter selects every pair, so the store has nothing to add to their ids. The population
    // may be of an earlier state of the store; its pairs are listed all the same.
    if (chosen.ids.empty() && order.key == SortKey::Recorded) {
        out.ids = recordedOrder(std::move(out.ids), order.descending);
        return out;
    }
    // Another list may have been ordered by other speedups.
    if (!chosen.listed.empty() && !isBySpeedup(order.key)) {
        std::vector<RowId> ids = rowsIn(chosen.listed, RowSet(out.ids));
        if (ids.size() == out.ids.size()) {
            out.ids = std::move(ids);
            return out;
        }
    }
    auto ids = orderedIds(reader, filter, std::move(out.ids), order, stop);
    if (!ids)
        return std::move(ids).error();
    out.ids = *std::move(ids);
    return out;
}

Result<std::vector<std::vector<FacetCount>>> listedFacets(StoreReader &reader,
                                                          std::span<const std::string> fields,
                                                          const Filter &filter, const Scope &scope,
                                                          const std::stop_token &stop)
{
    const auto recorded = areRecorded(reader, scope);
    if (!recorded)
        return recorded.error();
    if (*recorded || !asksForSpeedups(filter))
        return reader.facets(fields, filter, stop);
    auto rows = scopedRows(reader, filter, scope, stop, RowCosts::Skip);
    if (!rows)
        return std::move(rows).error();
    keepListed(scope, *rows);
    flagWithheld(*rows);
    std::vector<std::vector<FacetCount>> out;
    out.reserve(fields.size());
    for (const std::string &field : fields) {
        std::vector<FacetCount> &counts = out.emplace_back();
        for (ValueCount &each : valueCounts(*rows, field))
            counts.push_back({std::move(each.value), each.count});
    }
    return out;
}

std::vector<FailureCount> listedFailures(std::span<const MetricRow> rows, const Scope &scope,
                                         std::span<const FailureReason> reasons)
{
    std::vector<MetricRow> failures;
    std::ranges::copy_if(rows, std::back_inserter(failures), [&](const MetricRow &row) {
        return isFailure(outcomeOf(row.verdict)) && isUnder(scope, row);
    });
    keepListed(scope, failures);
    return failureCounts(failures, reasons);
}

} // namespace loupe
