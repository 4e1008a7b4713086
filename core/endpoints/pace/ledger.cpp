// SPDX-License-Identifier: Apache-2.0
#include "core/endpoints/pace/ledger.h"

#include <fmt/format.h>

namespace loupe {

namespace {

/// Describes the limit that spent, reserved and new cost would exceed together.
std::optional<std::string> exceeded(const BudgetLimits &limits, Cost together, const Cost &worst,
                                    const char *whose)
{
    together += worst;
    const auto check = [&](const std::optional<std::int64_t> &limit, std::int64_t sum,
                           std::int64_t wanted, const char *what) -> std::optional<std::string> {
        if (!limit || sum <= *limit)
            return std::nullopt;
        return fmt::format("the budget of {} is {} {}: {} are spent or reserved, and this request "
                           "may need {}",
                           whose, *limit, what, sum - wanted, wanted);
    };
    if (auto text = check(limits.requests, together.requests, worst.requests, "requests"))
        return text;
    if (auto text = check(limits.inputTokens, together.input, worst.input, "input tokens"))
        return text;
    if (auto text = check(limits.outputTokens, together.output, worst.output, "output tokens"))
        return text;
    if (limits.dollars && together.money > *limits.dollars)
        return fmt::format("the budget of {} is ${:.6f}: ${:.6f} are spent or reserved, and this "
                           "request may need ${:.6f}",
                           whose, limits.dollars->dollars(),
                           Money{together.money.pico - worst.money.pico}.dollars(),
                           worst.money.dollars());
    return std::nullopt;
}

Cost sum(Cost a, const Cost &b)
{
    return a += b;
}

} // namespace

Cost &Cost::operator+=(const Cost &other)
{
    requests += other.requests;
    input += other.input;
    output += other.output;
    money += other.money;
    return *this;
}

Cost &Cost::operator-=(const Cost &other)
{
    requests -= other.requests;
    input -= other.input;
    output -= other.output;
    money -= other.money;
    return *this;
}

void Ledger::addSpent(const RequestKey &place, const Cost &cost)
{
    const std::lock_guard lock(m_mutex);
    for (Account *account : {&m_run, &taskOf(place), &dialogueOf(place)})
        account->spent += cost;
}

std::optional<std::string> Ledger::misfitLocked(const RequestKey &place, const Cost &worst)
{
    const auto check = [&](const BudgetLimits &limits, const Account &account, const char *whose) {
        return exceeded(limits, sum(account.spent, account.reserved), worst, whose);
    };
    if (auto text = check(m_budget.run, m_run, "the run"))
        return text;
    if (auto text = check(m_budget.task, taskOf(place), "a task"))
        return text;
    return check(m_budget.dialogue, dialogueOf(place), "a dialogue");
}

std::optional<std::string> Ledger::misfit(const RequestKey &place, const Cost &worst)
{
    const std::lock_guard lock(m_mutex);
    return misfitLocked(place, worst);
}

std::optional<std::string> Ledger::reserve(const std::string &id, const RequestKey &place,
                                           const Cost &worst)
{
    const std::lock_guard lock(m_mutex);
    if (auto text = misfitLocked(place, worst))
        return text;
    for (Account *account : {&m_run, &taskOf(place), &dialogueOf(place)})
        account->reserved += worst;
    m_open[id] = {place, worst};
    return std::nullopt;
}

void Ledger::move(const std::string &id, const std::optional<Cost> &cost)
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_open.find(id);
    if (found == m_open.end())
        return;
    const Reservation &reservation = found->second;
    for (Account *account : {&m_run, &taskOf(reservation.place), &dialogueOf(reservation.place)}) {
        account->reserved -= reservation.worst;
        account->spent += cost.value_or(reservation.worst);
    }
    m_open.erase(found);
}

void Ledger::settle(const std::string &id, const Cost &cost)
{
    move(id, cost);
}

void Ledger::keep(const std::string &id)
{
    move(id, std::nullopt);
}

void Ledger::release(const std::string &id)
{
    move(id, Cost());
}

Cost Ledger::spent() const
{
    const std::lock_guard lock(m_mutex);
    return m_run.spent;
}

Cost Ledger::reserved() const
{
    const std::lock_guard lock(m_mutex);
    return m_run.reserved;
}

} // namespace loupe
