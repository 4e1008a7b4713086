// SPDX-License-Identifier: Apache-2.0
#include "core/report/roundtables.h"

#include <fmt/format.h>

namespace loupe {

namespace {

std::string share(int count, double rate)
{
    return fmt::format("{} ({:.1f} %)", count, 100.0 * rate);
}

std::string meanText(const TimedMean &mean)
{
    if (!mean.arithmetic)
        return "–";
    return fmt::format("{:.4f} (n {} of {})", *mean.arithmetic, mean.timed, mean.of);
}

} // namespace

Table roundRatesTable(const RoundTable &rounds)
{
    Table table;
    table.columns = {
        {"round", true}, {"built", true}, {"correct", true}, {"judged", true}, {"unknown", true}};
    for (const RoundRates &each : rounds.rounds)
        table.rows.push_back({std::to_string(each.round), share(each.built, each.builtRate),
                              share(each.correct, each.correctRate), std::to_string(each.known),
                              std::to_string(each.unknown)});
    table.caption = rounds.definition;
    return table;
}

Table roundStepsTable(const RoundTable &rounds)
{
    Table table;
    table.columns
        = {{"step", false},           {"trajectories", true},    {"build gained", true},
           {"build lost", true},      {"rescued", true},         {"broken", true},
           {"persistent", true},      {"failing", true},         {"identical code", true},
           {"flaky", true},           {"rescued speedup", true}, {"persistent before", true},
           {"persistent after", true}};
    for (const RoundStep &step : rounds.steps)
        table.rows.push_back({fmt::format("{} → {}", step.fromRound, step.toRound),
                              std::to_string(step.trajectories), std::to_string(step.buildGained),
                              std::to_string(step.buildLost), std::to_string(step.rescued),
                              std::to_string(step.broken), std::to_string(step.persistent),
                              std::to_string(step.failing), std::to_string(step.identicalCode),
                              std::to_string(step.flaky), meanText(step.rescuedSpeedup),
                              meanText(step.persistentBefore), meanText(step.persistentAfter)});
    table.caption = "Over the trajectories judged in both rounds. rescued = failed, then correct; "
                    "broken = correct, then failed; persistent = correct in both; flaky = rescued "
                    "or broken with identical code. Speedups are "
                    "arithmetic means over the timed kernels, n of those that could be timed; "
                    "persistent ones are the same kernels before and after.";
    return table;
}

} // namespace loupe
