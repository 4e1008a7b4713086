// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/charts/chartgroups.h"
#include "core/analysis/charts/charts.h"
#include "core/analysis/charts/chartwords.h"
#include "core/analysis/metrics/successmetrics.h"
#include "core/analysis/rows/samples.h"
#include "core/analysis/statistics/twothreads.h"
#include "core/base/counted.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

#include <fmt/format.h>

namespace loupe {

namespace {

/// Maximum number of points of a line; more detail is not visible.
constexpr std::size_t maxCostPoints = 120;
constexpr std::size_t maxListedTasks = 20000;

struct CostUnitFacts {
    const char *unit;  ///< "tokens"
    const char *title; ///< of the axis
    CostPerSuccess::Part CostPerSuccess::*part;
};
constexpr std::array costUnits{
    CostUnitFacts{"tokens", "tokens for a task", &CostPerSuccess::tokens},
    CostUnitFacts{"dollars", "dollars for a task", &CostPerSuccess::dollars},
    CostUnitFacts{"s", "seconds of generation for a task", &CostPerSuccess::seconds},
    CostUnitFacts{"requests", "requests for a task", &CostPerSuccess::requests}};

std::optional<double> costOf(const RowCost &cost, CostUnit unit)
{
    switch (unit) {
    case CostUnit::Tokens:
        if (!cost.inputTokens && !cost.outputTokens)
            return std::nullopt;
        return static_cast<double>(cost.inputTokens.value_or(0) + cost.outputTokens.value_or(0));
    case CostUnit::Dollars:
        return cost.dollars;
    case CostUnit::Seconds:
        return cost.seconds;
    case CostUnit::Requests:
        return cost.requests ? std::optional(static_cast<double>(*cost.requests)) : std::nullopt;
    }
    return std::nullopt;
}

struct SolvedTask {
    double cost = 0;
    RowId id; ///< the first correct evaluation
};

struct CostGroup {
    std::vector<SolvedTask> solved; ///< with a known cost, the cheapest first
    int tasks = 0;                  ///< judged tasks, except those with unknown cost
    int unknown = 0;                ///< solved tasks whose cost is not fully recorded
    CostPerSuccess total;
};

/// Adds one task with the cost of its first success. Rows are in the order of samples and rounds.
void addCostTask(std::span<const MetricRow *const> mine, CostUnit unit, CostGroup &group)
{
    double spent = 0;
    bool isKnown = true;
    bool isJudgedAtAll = false;
    const MetricRow *last = nullptr;
    for (const MetricRow *row : mine) {
        isJudgedAtAll = isJudgedAtAll || isJudged(outcomeOf(row->verdict));
        const bool isNew
            = last == nullptr || last->sample != row->sample || last->round != row->round;
        last = row;
        if (isNew) {
            const auto cost = costOf(row->cost, unit);
            isKnown = isKnown && cost.has_value();
            spent += cost.value_or(0);
        }
        if (outcomeOf(row->verdict) != Outcome::Correct)
            continue;
        if (isKnown && spent > 0) {
            group.solved.push_back({spent, row->id});
            ++group.tasks;
        } else {
            ++group.unknown;
        }
        return;
    }
    group.tasks += isJudgedAtAll ? 1 : 0;
}

CostGroup costGroup(std::span<const MetricRow> rows, const ChartGroup &group, CostUnit unit)
{
    std::vector<const MetricRow *> own;
    own.reserve(group.places.size());
    for (const std::uint32_t place : group.places)
        own.push_back(&rows[place]);
    RowsByTask sorted = rowsByTask(own);
    CostGroup out;
    for (std::size_t task = 0; task < sorted.count(); ++task) {
        const std::span<const MetricRow *> mine = sorted.of(task);
        std::sort(mine.begin(), mine.end(), [](const MetricRow *a, const MetricRow *b) {
            return std::tie(a->sample, a->round, a->id) < std::tie(b->sample, b->round, b->id);
        });
        addCostTask(mine, unit, out);
    }
    std::sort(out.solved.begin(), out.solved.end(),
              [](const auto &a, const auto &b) { return a.cost < b.cost; });
    out.total = costPerSuccess(sorted.rows);
    return out;
}

ChartLine costLine(const std::string &name, const CostGroup &group, const CostUnitFacts &unit)
{
    ChartLine line;
    line.name = name;
    line.isStep = true;
    const std::size_t count = group.solved.size();
    const std::size_t points = std::min(count, maxCostPoints);
    for (std::size_t i = 1; i <= points; ++i) {
        std::size_t within = count * i / points;
        // Tasks with equal cost become solved at the same point.
        while (within < count && group.solved[within].cost <= group.solved[within - 1].cost)
            ++within;
        const double cost = group.solved[within - 1].cost;
        if (!line.points.empty() && line.points.back().x >= cost)
            continue;
        ChartPoint point;
        point.x = cost;
        point.y = static_cast<double>(within) / group.tasks;
        point.mark.text = fmt::format("{}, within {} {}: {} solved, {} tasks", name,
                                      chartNumber(cost), unit.unit, chartShare(point.y),
                                      chartCountOf(static_cast<int>(within), group.tasks));
        if (count <= maxListedTasks || within == count) {
            point.mark.members.reserve(within);
            for (std::size_t task = 0; task < within; ++task)
                point.mark.members.push_back(group.solved[task].id);
        }
        line.points.push_back(std::move(point));
    }
    return line;
}

std::string costScore(const CostGroup &group, const CostUnitFacts &unit)
{
    const CostPerSuccess::Part &part = group.total.*unit.part;
    if (!part.perSuccess)
        return "none solved";
    std::string text = fmt::format("{} {} a solved task", chartNumber(*part.perSuccess), unit.unit);
    if (group.unknown > 0)
        text += fmt::format(", {} of unknown cost", groupedDigits(group.unknown));
    return text;
}

} // namespace

Result<Chart> costChart(std::span<const MetricRow> rows, const ChartRequest &request,
                        const std::stop_token &stop)
{
    const CostUnitFacts &unit = costUnits[static_cast<std::size_t>(request.cost)];
    const Error refusal{Errc::Unsupported,
                        fmt::format("no {} recorded for solved tasks",
                                    request.cost == CostUnit::Seconds ? "seconds" : unit.unit),
                        {},
                        "choose another unit, or import records with costs",
                        {}};
    const bool hasAny = std::any_of(rows.begin(), rows.end(), [&](const MetricRow &row) {
        return costOf(row.cost, request.cost).has_value();
    });
    if (!hasAny)
        return refusal;
    const ChartGroups groups = chartGroups(rows, request, maxPanels);
    const bool isMultiple = groups.shown.size() > maxSeries;
    std::vector<CostGroup> costs(groups.shown.size());
    eachOnTwoThreads(costs.size(), rows.size(), [&](std::size_t i) {
        if (!stop.stop_requested())
            costs[i] = costGroup(rows, groups.shown[i], request.cost);
    });
    if (stop.stop_requested())
        return Error{Errc::Cancelled, "the chart was cancelled"};
    double least = 0;
    double most = 0;
    for (const CostGroup &group : costs) {
        if (group.solved.empty())
            continue;
        const double first = group.solved.front().cost;
        least = least > 0 ? std::min(least, first) : first;
        most = std::max(most, group.solved.back().cost);
    }
    if (most <= 0)
        return refusal;
    Chart chart;
    ChartPanel empty;
    empty.x = decadeAxis(unit.title, least, most);
    empty.y = shareAxis("tasks solved");
    if (!isMultiple)
        chart.panels.push_back(empty);
    for (std::size_t i = 0; i < costs.size(); ++i)
        addGroupLine(chart, empty, isMultiple, i, costLine(groups.shown[i].name, costs[i], unit),
                     costScore(costs[i], unit));
    chart.definition
        = fmt::format("Share of judged tasks, of each method and run, whose samples and rounds up "
                      "to and with the first correct one cost no more than x. Solved tasks without "
                      "a complete record of the cost are excluded from both. {}: everything "
                      "recorded, failures too, over the solved tasks.{}",
                      isMultiple ? "Notes" : "Legend", groups.leftText());
    return chart;
}

} // namespace loupe
