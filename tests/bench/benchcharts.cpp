// SPDX-License-Identifier: Apache-2.0
//
// Measures the charts and populations of a large store, after its rows are read. make_store makes
// such a store. Builds each several times. Prints the first, the median and the minimum elapsed
// time in milliseconds, and the median processor time of all threads.
//
// bench_charts FILE [CHART]
//
// CHART: one chart kind of a figure spec, to measure or profile it alone.
#include "core/analysis/charts/chartbuilder.h"
#include "core/analysis/population/population.h"
#include "core/analysis/rows/grouping.h"
#include "core/store/read/storereader.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace {

using namespace loupe;
using Clock = std::chrono::steady_clock;

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

/// Measures `work`, calling `prepare` before each repetition.
void measure(const std::string &what, const std::function<void()> &prepare,
             const std::function<std::string()> &work)
{
    constexpr int again = 5;
    std::vector<double> passed;
    std::vector<double> computed;
    std::string result;
    double first = 0;
    for (int i = 0; i <= again; ++i) {
        prepare();
        const auto begin = Clock::now();
        const std::clock_t computing = std::clock();
        result = work();
        const double taken
            = std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
        if (i == 0) {
            first = taken;
            continue;
        }
        passed.push_back(taken);
        computed.push_back(1e3 * static_cast<double>(std::clock() - computing) / CLOCKS_PER_SEC);
    }
    fmt::print("{:<44} {:>9.1f} {:>9.1f} {:>9.1f} {:>9.1f}  {}\n", what, first, median(passed),
               *std::ranges::min_element(passed), median(computed), result);
    std::fflush(stdout);
}

void measure(const std::string &what, const std::function<std::string()> &work)
{
    measure(
        what, [] {}, work);
}

/// Measures applying a scope to rows that have been read. Like the window, it moves the rows.
void measurePopulation(const std::string &what, const std::vector<MetricRow> &rows,
                       const Scope &scope)
{
    std::vector<MetricRow> given;
    std::optional<Population> population;
    const auto prepare = [&] {
        population.reset();
        given = rows;
    };
    measure("population: " + what, prepare, [&] {
        population = populationOf(std::move(given), scope);
        return fmt::format("{} cells of {} results", population->cells().size(),
                           population->observations().size());
    });
}

void measurePopulations(const std::vector<MetricRow> &rows)
{
    measurePopulation("the usual scope", rows, {});
    Scope split;
    split.rules[GroupBy::Baseline] = {ConditionRule::Kind::Split, {}};
    measurePopulation("baselines apart", rows, split);
    Scope best;
    best.choice.rule = AttemptRule::BestSample;
    measurePopulation("the best of all samples", rows, best);
    Scope all;
    for (const GroupBy condition : scopeConditions)
        all.rules[condition] = {ConditionRule::Kind::Split, {}};
    measurePopulation("every condition apart", rows, all);
}

std::string sizeOf(const Result<Chart> &chart)
{
    if (!chart)
        return chart.error().text();
    std::size_t marks = 0;
    for (const ChartPanel &panel : chart->panels) {
        marks += panel.cells.size() + panel.bars.size() + panel.boxes.size() + panel.dots.size()
            + panel.nodes.size() + panel.flows.size();
        for (const ChartLine &line : panel.lines)
            marks += line.points.size();
    }
    return fmt::format("{} panels, {} marks", chart->panels.size(), marks);
}

int run(const char *file, std::string_view only)
{
    auto reader = StoreReader::open(file);
    if (!reader) {
        fmt::print(stderr, "{}\n", reader.error().text());
        return 1;
    }
    std::vector<MetricRow> rows;
    fmt::print("{:<44} {:>9} {:>9} {:>9} {:>9}\n", "milliseconds", "first", "median", "least",
               "computed");
    measure("rows of the store", [&] {
        auto read = (*reader)->metricRows({});
        if (read)
            rows = std::move(*read);
        return read ? fmt::format("{} rows", rows.size()) : read.error().text();
    });
    measure("rows of the store without costs", [&] {
        auto read = (*reader)->metricRowsWithoutCosts({}, {});
        return read ? fmt::format("{} rows", read->size()) : read.error().text();
    });
    ChartRows kept;
    measure("rows that the switches leave", [&] {
        ChartRequest request;
        kept = chartRows(rows, request);
        return fmt::format("{} rows", kept.rows.size());
    });
    measurePopulations(rows);
    std::optional<RoundStudy> study;
    measure("trajectories of charts over rounds", [&] {
        auto made = roundStudy(rows, false, true);
        if (!made)
            return made.error().text();
        study = std::move(*made);
        return fmt::format("{} trajectories", study->trajectories.size());
    });
    for (const ChartKindFacts &kind : allChartKinds()) {
        if ((kind.needsRounds() && !study) || (!only.empty() && kind.id != only))
            continue;
        for (const GroupBy by : {GroupBy::Category, GroupBy::Method}) {
            ChartRequest request;
            request.kind = kind.kind;
            request.groupBy = by;
            measure(fmt::format("{} by {}", kind.id, name(by)), [&] {
                return sizeOf(kind.needsRounds() ? buildChart(*study, request)
                                                 : buildChart(kept, request));
            });
        }
    }
    if (!only.empty())
        return 0;
    ChartRequest request;
    request.splitBy = GroupBy::Round;
    request.soundTasksOnly = true;
    request.withoutWithheld = false;
    kept = chartRows(std::move(rows), request);
    measure("histogram by category and round, all shown",
            [&] { return sizeOf(buildChart(kept, request)); });
    request.kind = ChartKind::HeatMap;
    request.splitBy = GroupBy::Method;
    request.order = TaskOrder::Likeness;
    measure("heat map by likeness", [&] { return sizeOf(buildChart(kept, request)); });
    return 0;
}

} // namespace

int main(int argc, char **argv)
{
    if (argc == 2 || argc == 3)
        return run(argv[1], argc == 3 ? argv[2] : "");
    fmt::print(stderr, "bench_charts FILE [CHART]\n");
    return 2;
}
