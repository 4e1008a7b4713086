// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands/figuremetrics.h"

#include "app/kloupe/options/valuechecks.h"
#include "app/kloupe/output/console.h"
#include "core/analysis/metrics/averagetable.h"
#include "core/analysis/population/population.h"
#include "core/analysis/rows/grouping.h"
#include "core/report/tables/statisticstables.h"

#include <algorithm>
#include <iterator>
#include <span>

namespace loupe::cli {

namespace {

std::vector<FastPThreshold> thresholdsOf(const FigureChoices &choices)
{
    std::vector<FastPThreshold> out;
    for (const double p : choices.fastP)
        out.push_back({p, Threshold::Above});
    for (const double p : choices.atLeast)
        out.push_back({p, Threshold::AtLeast});
    return out;
}

bool wantsFigures(const FigureChoices &choices)
{
    return !choices.fastP.empty() || !choices.atLeast.empty() || !choices.passAt.empty()
        || !choices.anyOf.empty() || choices.suiteTasks > 0 || choices.cost;
}

/// Returns true if the groups divide the tasks of a suite.
bool splitsTasks(GroupBy groupBy)
{
    return groupBy == GroupBy::Category || groupBy == GroupBy::Level || groupBy == GroupBy::Task
        || groupBy == GroupBy::Suite;
}

void addFigures(const Population &population, GroupBy groupBy, const FigureChoices &choices,
                FigureTables &out)
{
    FigureOptions options;
    options.groupBy = groupBy;
    options.fast = thresholdsOf(choices);
    options.passAt = choices.passAt;
    options.anyOf = choices.anyOf;
    if (choices.suiteTasks > 0)
        options.suiteTasks = choices.suiteTasks;
    options.withCost = choices.cost;
    options.withIntervals = !choices.interval.kind.empty();
    options.bootstrap = choices.interval.toBootstrap();
    std::vector<FigureLine> lines;
    if (groupBy == GroupBy::Round) {
        lines = roundFigureTable(countedSamples(population), options.fast);
        options.fast.clear();
    }
    std::ranges::move(figureTable(population, options), std::back_inserter(lines));
    addLines("figures", "figure_definitions", lines,
             figureTableText(lines, std::string(name(groupBy))), out);
}

void addIntervals(const Population &population, GroupBy groupBy, const FigureChoices &choices,
                  FigureTables &out)
{
    std::vector<FastPThreshold> thresholds = thresholdsOf(choices);
    if (thresholds.empty())
        thresholds.push_back({1, Threshold::Above});
    const BootstrapOptions bootstrap = choices.interval.toBootstrap();
    std::vector<GroupIntervals> groups
        = groupIntervals(population.cells(), groupBy, thresholds, bootstrap);
    if (population.isSplit())
        groups.pop_back(); // that of all
    out.tables.push_back(intervalTableText(groups, std::string(name(groupBy)), bootstrap));
    Json list = Json::array();
    for (const GroupIntervals &group : groups) {
        for (const GroupStatistic &each : group.statistics)
            list.push_back({{"group", group.group},
                            {"statistic", each.name},
                            {"used", each.used},
                            {"of", each.total},
                            {"tasks", group.tasks},
                            {"interval", cli::toJson(each.interval)}});
    }
    out.json["intervals"] = std::move(list);
    out.json["interval_definitions"] = out.tables.back().caption;
}

} // namespace

BootstrapOptions IntervalChoices::toBootstrap() const
{
    BootstrapOptions out;
    out.resamples = resamples;
    out.seed = seed;
    out.kind = kind == "bca" ? IntervalKind::Bca : IntervalKind::Percentile;
    return out;
}

void addLines(const std::string &key, const std::string &definitionsKey,
              const std::vector<FigureLine> &lines, Table table, FigureTables &out)
{
    Json list = Json::array();
    for (const FigureLine &line : lines)
        list.push_back({{"group", line.group},
                        {"figure", line.name},
                        {"value", orNull(line.figure.value)},
                        {"high", orNull(line.figure.high)},
                        {"used", line.figure.used},
                        {"of", line.figure.total},
                        {"interval", cli::toJson(line.interval)}});
    out.json[key] = std::move(list);
    out.json[definitionsKey] = table.caption;
    out.tables.push_back(std::move(table));
}

void addFigureOptions(CLI::App &command, const std::shared_ptr<FigureChoices> &choices)
{
    command
        .add_option("--fast-p", choices->fastP,
                    "Share of tasks that are correct with a speedup above P (KernelBench)")
        ->check(number(0, 1e9));
    command
        .add_option("--fast-p-at-least", choices->atLeast,
                    "The same with a speedup of at least P (MultiKernelBench, KernelGenBench)")
        ->check(number(0, 1e9));
    command
        .add_option("--pass-at", choices->passAt,
                    "pass@K, and fast_p@K for each P, by the unbiased estimator")
        ->check(wholeNumber(1, 1'000'000));
    command
        .add_option("--any-of", choices->anyOf,
                    "Compilation@K, Pass@K and SpeedUp_1@K: any of the first K samples")
        ->check(wholeNumber(1, 1'000'000));
    command
        .add_option(
            "--suite-tasks", choices->suiteTasks,
            "Call, exe and perf rates, as shares of the submitted and of this number of tasks")
        ->check(wholeNumber(1, 1'000'000));
    command.add_flag("--averages", choices->averages,
                     "Every average of speedups: geometric, arithmetic, harmonic and interquartile "
                     "mean, median, ratio of total times, best of each task");
    command.add_flag("--utilisation", choices->utilisation,
                     "IOU and MFU against the device's calibrated peaks");
    command.add_flag("--equal-work", choices->equalWork,
                     "Speedups over the cases timed on both sides, and the claimed ones");
    command.add_flag("--cost", choices->cost, "Tokens, money, time and requests per task solved");
    command
        .add_option("--interval", choices->interval.kind,
                    "Intervals from resampling tasks: percentile or bca")
        ->transform(oneOf({"percentile", "bca"}));
    command.add_option("--resamples", choices->interval.resamples, "Number of resamples")
        ->check(wholeNumber(100, 1'000'000))
        ->capture_default_str();
    command.add_option("--seed", choices->interval.seed, "Seed of the resamples")
        ->check(wholeNumber(0))
        ->capture_default_str();
}

FigureTables figureTables(const Population &population, GroupBy groupBy,
                          const FigureChoices &choices)
{
    FigureTables out;
    if (wantsFigures(choices)) {
        const bool bySample
            = !choices.passAt.empty() || !choices.anyOf.empty() || choices.suiteTasks > 0;
        if (groupBy == GroupBy::Round && bySample)
            throw CommandError{
                {Errc::InvalidInput,
                 "figures by sample use the last round, so they cannot be grouped by round", "--by",
                 "with --by round use --fast-p, --fast-p-at-least or --cost"}};
        if (choices.suiteTasks > 0 && splitsTasks(groupBy))
            throw CommandError{{Errc::InvalidInput,
                                "rates of a whole suite are not defined for a part of its tasks",
                                "--suite-tasks", "--by all, method, run, device or precision"}};
        addFigures(population, groupBy, choices, out);
    }
    if (choices.averages) {
        auto lines = averageTable(population.cells(), groupBy);
        removePooled(population, lines);
        addLines("averages", "average_definitions", lines,
                 averageTableText(lines, std::string(name(groupBy))), out);
    }
    if (!choices.interval.kind.empty())
        addIntervals(population, groupBy, choices, out);
    return out;
}

Json toJson(const std::optional<Interval> &interval)
{
    if (!interval)
        return nullptr;
    return {{"estimate", interval->estimate},   {"low", interval->low},
            {"high", interval->high},           {"tasks", interval->clusters},
            {"undefined", interval->undefined}, {"kind", name(interval->kind)}};
}

} // namespace loupe::cli
