// SPDX-License-Identifier: Apache-2.0
#include "core/report/tables/roundtables.h"

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

std::vector<std::string> groupRow(const char *name, const StepGroup &group)
{
    return {name, fmt::format("{} of {}", group.timed, group.kernels),
            orDash(group.mean, "{:.2f}×"),
            group.interval ? fmt::format("{:.2f}–{:.2f}", group.interval->low, group.interval->high)
                           : "–",
            orDash(group.median, "{:.2f}×")};
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
    table.columns = {{"step", false},
                     {"trajectories", true},
                     {"build gained", true},
                     {"build lost", true},
                     {"newly correct", true},
                     {"regressed", true},
                     {"correct in both", true},
                     {"failing", true},
                     {"identical code", true},
                     {"flaky", true},
                     {"newly correct speedup", true},
                     {"correct in both, before", true},
                     {"correct in both, after", true}};
    for (const RoundStep &step : rounds.steps)
        table.rows.push_back({fmt::format("{} → {}", step.fromRound, step.toRound),
                              std::to_string(step.trajectories), std::to_string(step.buildGained),
                              std::to_string(step.buildLost), std::to_string(step.rescued),
                              std::to_string(step.broken), std::to_string(step.persistent),
                              std::to_string(step.failing), std::to_string(step.identicalCode),
                              std::to_string(step.flaky), meanText(step.rescuedSpeedup),
                              meanText(step.persistentBefore), meanText(step.persistentAfter)});
    table.caption = "Over the trajectories judged in both rounds. newly correct = failed, then "
                    "correct; regressed = correct, then failed; flaky = either of them "
                    "with identical code. Speedups are "
                    "arithmetic means over the timed kernels, n of those that could be timed; "
                    "those correct in both are the same kernels before and after.";
    return table;
}

Table stepGroupsTable(const StepGroups &groups)
{
    Table table;
    table.columns = {{fmt::format("rounds {} to {}", groups.fromRound, groups.toRound), false},
                     {"timed", true},
                     {"geometric mean", true},
                     {"95 % interval", true},
                     {"median", true}};
    table.rows.push_back(groupRow("correct in both", groups.persistent));
    table.rows.push_back(groupRow("newly correct", groups.rescued));
    if (groups.broken.kernels > 0)
        table.rows.push_back(groupRow("regressed", groups.broken));
    table.caption
        = "Speedups in the later round, of regressed kernels in the earlier one; intervals "
          "resample tasks.";
    if (groups.ratio)
        table.caption += fmt::format(" Newly correct over correct in both: {:.2f}× ({:.2f} to "
                                     "{:.2f})",
                                     groups.ratio->estimate, groups.ratio->low, groups.ratio->high);
    if (groups.pSlower)
        table.caption += fmt::format("{} one-sided permutation test, p = {:.3f}.",
                                     groups.ratio ? ";" : "", *groups.pSlower);
    else if (groups.ratio)
        table.caption += ".";
    return table;
}

} // namespace loupe
