// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/asking/spending.h"

#include <algorithm>

namespace loupe {

namespace {

std::optional<double> tokensOf(const AskedRequest &request)
{
    if (!request.inputTokens || !request.outputTokens)
        return std::nullopt;
    return static_cast<double>(*request.inputTokens) + static_cast<double>(*request.outputTokens);
}

} // namespace

std::string_view name(BudgetUnit unit)
{
    constexpr std::array<std::string_view, allBudgetUnits.size()> names{"tokens", "dollars",
                                                                        "requests"};
    return names[static_cast<std::size_t>(unit)];
}

std::optional<BudgetUnit> budgetUnitFromName(std::string_view text)
{
    const auto *found
        = std::ranges::find_if(allBudgetUnits, [&](BudgetUnit unit) { return name(unit) == text; });
    return found == allBudgetUnits.end() ? std::nullopt : std::optional(*found);
}

void KnownSum::add(const std::optional<double> &value)
{
    ++(value ? known : unknown);
    total += value.value_or(0.0);
}

void KnownSum::add(const KnownSum &other)
{
    total += other.total;
    known += other.known;
    unknown += other.unknown;
}

std::optional<double> KnownSum::whole() const
{
    return unknown == 0 ? std::optional(total) : std::nullopt;
}

bool isSent(const AskedRequest &request)
{
    return request.isAnswered || (request.state != "planned" && !request.state.empty());
}

void Spending::add(const AskedRequest &request)
{
    if (!isSent(request))
        return;
    ++requests;
    if (request.state == "failed" && !request.isAnswered) {
        ++refused;
        return;
    }
    tokens.add(tokensOf(request));
    dollars.add(request.dollars);
}

void Spending::add(const Spending &other)
{
    requests += other.requests;
    refused += other.refused;
    tokens.add(other.tokens);
    dollars.add(other.dollars);
}

std::optional<double> Spending::in(BudgetUnit unit) const
{
    switch (unit) {
    case BudgetUnit::Tokens:
        return tokens.whole();
    case BudgetUnit::Dollars:
        return dollars.whole();
    case BudgetUnit::Requests:
        break;
    }
    return requests;
}

} // namespace loupe
