// SPDX-License-Identifier: Apache-2.0
#include "core/store/read/scopedrows.h"

#include "core/analysis/population/methodbaseline.h"
#include "core/analysis/population/recordedvalue.h"
#include "core/base/nearest.h"
#include "core/base/result.h"
#include "core/model/saved/filteredit.h"
#include "core/store/read/pairselection.h"
#include "core/store/rows/filtersql.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace loupe {

namespace {

Result<std::vector<MetricRow>> rowsOf(StoreReader &reader, const Filter &filter, RowCosts costs,
                                      const std::stop_token &stop)
{
    return costs == RowCosts::Read ? reader.metricRows(filter, stop)
                                   : reader.metricRowsWithoutCosts(filter, stop);
}

Result<std::vector<std::string>> methodsOf(StoreReader &reader)
{
    const auto counts = reader.facet("method", {});
    if (!counts)
        return counts.error();
    std::vector<std::string> out;
    out.reserve(counts->size());
    for (const FacetCount &each : *counts)
        out.push_back(each.value);
    return out;
}

Error noMethod(const std::string &method, const std::vector<std::string> &known)
{
    return Error{Errc::NotFound, fmt::format("no method is named \"{}\"", method), "baseline",
                 hintWithNearest(method, known, "kloupe metrics --by method lists them")};
}

/// Marks what the terms about speedups select: with the speedup over the method, or without one.
void selectOverMethod(const std::vector<FilterTerm> &terms, std::vector<MetricRow> &rows)
{
    for (MetricRow &row : rows) {
        if (row.selectedForms == 0)
            continue;
        std::uint32_t forms = holdWithout(terms) ? formBitWithout() : 0U;
        const bool canHaveSpeedup = row.references && row.candidateMs;
        if (canHaveSpeedup && holdOver(terms, row, row.references->front()))
            forms |= formBit(1);
        row.selectedForms = forms;
    }
}

Result<std::unique_ptr<RowParts>> partsOverMethod(StoreReader &reader, const Filter &filter,
                                                  const Scope &scope, const std::stop_token &stop,
                                                  RowCosts costs)
{
    auto rows = scopedRows(reader, filter, scope, stop, costs);
    if (!rows)
        return std::move(rows).error();
    return std::unique_ptr<RowParts>(std::make_unique<WholeRows>(std::move(*rows)));
}

} // namespace

Result<std::vector<MetricRow>> scopedRows(StoreReader &reader, const Filter &filter,
                                          const Scope &scope, const std::stop_token &stop,
                                          RowCosts costs)
{
    const auto method = baselineMethod(scope);
    if (!method)
        return rowsOf(reader, filter, costs, stop);
    if (const auto valid = sqlCondition(filter); !valid)
        return valid.error();
    auto rows = rowsOf(reader, withoutSpeedups(filter), costs, stop);
    if (!rows)
        return rows;
    // The filter may select runs that lack the method.
    std::optional<std::vector<MetricRow>> all;
    if (!conditionTerms(filter).terms.empty()) {
        auto read = reader.metricRowsWithoutCosts({}, stop);
        if (!read)
            return read;
        all = std::move(*read);
    }
    const std::vector<MetricRow> &results = all ? *all : *rows;
    if (std::ranges::find(results, Name(*method), &MetricRow::method) == results.end()) {
        const auto known = methodsOf(reader);
        return known ? noMethod(*method, *known) : known.error();
    }
    useTimesOf(*method, results, scope, *rows);
    if (asksForSpeedups(filter))
        selectOverMethod(speedupTerms(filter), *rows);
    return rows;
}

Result<std::unique_ptr<RowParts>> scopedParts(StoreReader &reader, const Filter &filter,
                                              const Scope &scope, const std::stop_token &stop,
                                              PairRows which)
{
    return baselineMethod(scope) ? partsOverMethod(reader, filter, scope, stop, RowCosts::Skip)
                                 : reader.rowParts(filter, {which, RowCosts::Skip, nullptr}, stop);
}

Result<std::unique_ptr<RowParts>> partsOfScope(StoreReader &reader, const Filter &filter,
                                               const Scope &scope, const std::stop_token &stop,
                                               RowCosts costs)
{
    return baselineMethod(scope) ? partsOverMethod(reader, filter, scope, stop, costs)
                                 : reader.rowParts(filter, {PairRows::All, costs, &scope}, stop);
}

Status markScoped(StoreReader &reader, const Filter &filter, const Scope &scope,
                  std::span<PairsOverBaseline> pairs, const std::stop_token &stop)
{
    const bool isOverMethod = baselineMethod(scope).has_value();
    if (const auto valid = sqlCondition(filter); !valid)
        return valid.error();
    const auto selection = FormSelection::read(
        isOverMethod ? withoutSpeedups(filter) : filter,
        [&](const Filter &part) { return reader.ids(part, SortOrder(), stop); });
    if (!selection)
        return selection.error();
    for (PairsOverBaseline &each : pairs) {
        selection->mark(each.rows);
        if (isOverMethod && asksForSpeedups(filter))
            selectOverMethod(speedupTerms(filter), each.rows);
    }
    return {};
}

Result<Scope> withStoredMethod(StoreReader &reader, Scope scope)
{
    const auto method = baselineMethod(scope);
    if (!method)
        return scope;
    const auto known = methodsOf(reader);
    if (!known)
        return known.error();
    auto value = recordedValue(*known, GroupBy::Method, *method);
    if (!value)
        return value.error().code == Errc::NotFound ? noMethod(*method, *known)
                                                    : std::move(value).error();
    scope.rules[GroupBy::Baseline] = overMethod(*value);
    return scope;
}

Result<Scope> recordedScope(StoreReader &reader, const Filter &filter, Scope scope)
{
    auto named = withStoredMethod(reader, std::move(scope));
    const bool hasValues = named && std::ranges::any_of(named->rules, [](const auto &each) {
                               return each.second.kind == ConditionRule::Kind::Only;
                           });
    if (!hasValues)
        return named;
    const auto rows = scopedRows(reader, filter, *named, {}, RowCosts::Skip);
    return rows ? withRecordedValues(std::move(*named), *rows) : rows.error();
}

Result<RowsInScope> rowsInScope(StoreReader &reader, const Filter &filter, Scope scope)
{
    auto named = withStoredMethod(reader, std::move(scope));
    if (!named)
        return std::move(named).error();
    auto rows = scopedRows(reader, filter, *named);
    if (!rows)
        return std::move(rows).error();
    auto recorded = withRecordedValues(std::move(*named), *rows);
    if (!recorded)
        return std::move(recorded).error();
    return RowsInScope{std::move(*recorded), std::move(*rows)};
}

} // namespace loupe
