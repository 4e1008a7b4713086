// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/comparison/comparedside.h"

#include "core/base/result.h"

#include <algorithm>
#include <charconv>
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

} // namespace loupe
