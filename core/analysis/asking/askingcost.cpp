// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/asking/askingcost.h"

#include "core/analysis/rows/namenumbers.h"

#include <algorithm>
#include <set>

namespace loupe {

namespace {

const KnownSum *sumOf(const Spending &spent, BudgetUnit unit)
{
    if (unit == BudgetUnit::Requests)
        return nullptr;
    return unit == BudgetUnit::Tokens ? &spent.tokens : &spent.dollars;
}

AskingCost costOf(std::span<const AskedSample> samples)
{
    AskingCost out;
    out.method = samples.front().method;
    out.samples = static_cast<int>(samples.size());
    std::set<NameKey<3>> tasks;
    std::set<NameKey<3>> solved;
    for (const AskedSample &sample : samples) {
        const NameKey<3> task{sample.run, sample.suite, sample.task};
        tasks.insert(task);
        for (const AskedRound &round : sample.rounds) {
            ++out.rounds;
            out.spent.add(round.spent);
            if (round.outcome == Outcome::Correct)
                solved.insert(task);
        }
    }
    out.tasks = static_cast<int>(tasks.size());
    out.solved = static_cast<int>(solved.size());
    return out;
}

} // namespace

std::optional<double> AskingCost::perSuccess(BudgetUnit unit) const
{
    if (solved == 0)
        return std::nullopt;
    const KnownSum *sum = sumOf(spent, unit);
    if (sum == nullptr)
        return static_cast<double>(spent.requests) / solved;
    return sum->known > 0 ? std::optional(sum->total / solved) : std::nullopt;
}

bool AskingCost::isPartial(BudgetUnit unit) const
{
    const KnownSum *sum = sumOf(spent, unit);
    return sum != nullptr && sum->known > 0 && sum->unknown > 0;
}

std::vector<AskingCost> askingCosts(const AskedPopulation &asked)
{
    std::vector<AskingCost> out;
    for (const std::span<const AskedSample> samples : asked.byMethod()) {
        out.push_back(costOf(samples));
        out.back().confirmed = asked.confirmedOf(samples.front().method);
    }
    return out;
}

} // namespace loupe
