// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/comparison/comparedside.h"

#include "core/analysis/population/conditionvalues.h"
#include "core/model/record/recordedname.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <map>
#include <utility>
#include <vector>

namespace loupe {

namespace {

void ask(Filter &filter, std::string field, const std::string &value)
{
    filter.terms.push_back({std::move(field), FilterOp::Is, {value}, false, 0});
}

Status addFilter(Filter &filter, const std::string &text)
{
    auto more = parseFilter(text);
    if (!more)
        return std::move(more).error();
    for (FilterTerm &term : more->terms)
        filter.terms.push_back(std::move(term));
    return {};
}

Status addRound(Scope &scope, const std::string &value)
{
    int round = 0;
    const char *const end = value.data() + value.size();
    const auto read = std::from_chars(value.data(), end, round);
    if (read.ec != std::errc() || read.ptr != end)
        return Error{Errc::InvalidInput, "\"" + value + "\" is not a round number", "round"};
    scope.choice = {AttemptRule::AtRound, round};
    return {};
}

/// Returns the value of a filter that consists of one term with one value.
std::optional<std::string> onlyValue(const Filter &filter)
{
    constexpr std::array<std::string_view, 4> naming{"method", "run", "device", "baseline"};
    if (filter.terms.size() != 1)
        return std::nullopt;
    const FilterTerm &term = filter.terms.front();
    const bool isNaming = std::ranges::find(naming, term.field) != naming.end();
    if (!isNaming || term.negated || term.op != FilterOp::Is || term.values.size() != 1)
        return std::nullopt;
    return term.values.front();
}

} // namespace

std::string_view name(SideKind kind)
{
    constexpr std::array<std::string_view, allSideKinds.size()> names{
        "method", "run", "device", "round", "baseline", "filter"};
    return names[static_cast<std::size_t>(kind)];
}

std::optional<GroupBy> dimensionOf(SideKind kind)
{
    switch (kind) {
    case SideKind::Method:
        return GroupBy::Method;
    case SideKind::Run:
        return GroupBy::Run;
    case SideKind::Device:
        return GroupBy::Device;
    case SideKind::Round:
        return GroupBy::Round;
    case SideKind::Baseline:
        return GroupBy::Baseline;
    case SideKind::Filter:
        break;
    }
    return std::nullopt;
}

ComparedSide sideOf(SideKind kind, const std::string &value)
{
    return {kind, value, kind == SideKind::Round ? "round " + value : value};
}

ComparedSide sideOf(const Filter &filter)
{
    const std::string all = text(filter);
    return {SideKind::Filter, all, onlyValue(filter).value_or(all)};
}

Result<SideScope> scopeOf(const ComparedSide &side, const Filter &filter, const Scope &scope)
{
    SideScope out{filter, scope};
    Status done;
    switch (side.kind) {
    case SideKind::Method:
    case SideKind::Run:
        ask(out.filter, std::string(name(side.kind)), side.value);
        break;
    case SideKind::Device:
    case SideKind::Baseline:
        out.scope.rules[*dimensionOf(side.kind)] = {ConditionRule::Kind::Only, side.value};
        break;
    case SideKind::Round:
        done = addRound(out.scope, side.value);
        break;
    case SideKind::Filter:
        done = addFilter(out.filter, side.value);
        break;
    }
    if (!done)
        return done.error();
    return out;
}

namespace {

using SideRows = std::vector<const MetricRow *>;

SideRows pointersTo(std::span<const MetricRow> rows)
{
    SideRows out;
    out.reserve(rows.size());
    for (const MetricRow &row : rows)
        out.push_back(&row);
    return out;
}

bool isOfOutcomes(GroupBy condition)
{
    return condition == GroupBy::Suite || condition == GroupBy::Protocol;
}

/// Returns the recorded values with their number of results. For conditions of measurements (device
/// and the like), only timed results count.
std::map<Name, std::size_t> valuesOf(const SideRows &rows, GroupBy condition)
{
    std::map<Name, std::size_t> out;
    for (const MetricRow *row : rows) {
        const Name value = conditionOf(*row, condition);
        const bool isMeasured = row->speedup || row->candidateMs;
        if (isRecordedName(value.text()) && (isMeasured || isOfOutcomes(condition)))
            ++out[value];
    }
    return out;
}

void keep(SideRows &rows, GroupBy condition, Name value)
{
    std::erase_if(rows, [&](const MetricRow *row) {
        const Name own = conditionOf(*row, condition);
        return own != value && isRecordedName(own.text());
    });
}

/// Returns the shared value with the most results, or an empty name if there is none. On a tie,
/// plain execution of the reference wins, as in every population.
Name topShared(const std::map<Name, std::size_t> &first, const std::map<Name, std::size_t> &second)
{
    Name best;
    std::pair<std::size_t, bool> most;
    for (const auto &[value, count] : first) {
        const auto other = second.find(value);
        if (other == second.end())
            continue;
        const std::pair<std::size_t, bool> rank(count + other->second, value == "eager");
        if (rank > most) {
            most = rank;
            best = value;
        }
    }
    return best;
}

bool isFixed(const Scope &scope, GroupBy condition)
{
    return scope.rule(condition).kind == ConditionRule::Kind::Only;
}

} // namespace

void shareConditions(ScopedRows &first, ScopedRows &second)
{
    SideRows left = pointersTo(first.rows);
    SideRows right = pointersTo(second.rows);
    for (const GroupBy condition : scopeConditions) {
        const bool isChosen = isFixed(first.scope, condition) || isFixed(second.scope, condition);
        if (!isChosen) {
            first.scope.rules.erase(condition);
            second.scope.rules.erase(condition);
            const auto ofFirst = valuesOf(left, condition);
            const auto ofSecond = valuesOf(right, condition);
            const Name shared = topShared(ofFirst, ofSecond);
            if (!shared.empty() && (ofFirst.size() > 1 || ofSecond.size() > 1)) {
                const ConditionRule only{ConditionRule::Kind::Only, shared.text()};
                first.scope.rules[condition] = only;
                second.scope.rules[condition] = only;
            }
        }
        if (isFixed(first.scope, condition))
            keep(left, condition, Name(first.scope.rule(condition).value));
        if (isFixed(second.scope, condition))
            keep(right, condition, Name(second.scope.rule(condition).value));
    }
}

} // namespace loupe
