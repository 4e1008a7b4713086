// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/charts/chartgroups.h"
#include "core/analysis/charts/charts.h"
#include "core/analysis/charts/chartwords.h"
#include "core/analysis/rows/grouping.h"
#include "core/analysis/rows/namenumbers.h"
#include "core/analysis/rows/rowgroups.h"
#include "core/analysis/statistics/likeness.h"
#include "core/base/counted.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include <fmt/format.h>

namespace loupe {

namespace {

constexpr std::size_t maxColumns = 60;
constexpr std::size_t maxTasks = 1500;
/// Maximum number of tasks with a name each; with more tasks, only their groups are named.
constexpr std::size_t maxNamedTasks = 60;
constexpr double colourLog2 = 2.0; ///< the colours end at ¼ and 4

/// The evaluations of a task in one column.
struct HeatCell {
    std::vector<RowId> members;
    std::array<int, 9> outcomes = {};
    double logSpeedups = 0;
    int timed = 0;

    void add(const MetricRow &row)
    {
        members.push_back(row.id);
        ++outcomes[static_cast<std::size_t>(outcomeOf(row.verdict))];
        if (const auto speedup = usableSpeedup(row)) {
            logSpeedups += std::log2(*speedup);
            ++timed;
        }
    }
    int correct() const { return outcomes[static_cast<std::size_t>(Outcome::Correct)]; }
    double meanLog2() const { return logSpeedups / timed; }
    /// Returns Correct if any evaluation is correct, else the most frequent failure, else the most
    /// frequent outcome.
    Outcome outcome() const
    {
        Outcome most = Outcome::Unknown;
        int count = 0;
        for (const bool mustFail : {true, false}) {
            for (const Outcome each : allOutcomes()) {
                if (mustFail && !isFailure(each))
                    continue;
                if (outcomes[static_cast<std::size_t>(each)] > count) {
                    most = each;
                    count = outcomes[static_cast<std::size_t>(each)];
                }
            }
            if (count > 0)
                break;
        }
        return correct() > 0 ? Outcome::Correct : most;
    }
    /// Returns the position for likeness; failures lie beyond the slowest.
    double place() const
    {
        constexpr double failed = -6;
        if (members.empty())
            return std::numeric_limits<double>::quiet_NaN();
        if (timed > 0)
            return std::clamp(meanLog2(), -3.0, 3.0);
        return correct() > 0 ? 0.0 : failed;
    }
};

struct HeatTask {
    std::string name;
    std::string group;
    std::vector<HeatCell> cells;
};

struct HeatTable {
    std::vector<HeatTask> tasks;
    std::vector<std::string> columns;
    std::size_t left = 0; ///< tasks that are not shown
};

/// Numbers the line of each row: its task, or its task on one shape, because shapes are never
/// pooled.
RowTasks heatLines(std::span<const MetricRow> rows, GroupBy groupBy)
{
    if (groupBy != GroupBy::Shape)
        return rowTasks(rows);
    NameNumbers<3> numbers;
    RowTasks out;
    out.taskOf.reserve(rows.size());
    for (const MetricRow &row : rows)
        out.taskOf.push_back(numbers[{row.suite, row.task, row.shape}]);
    out.count = numbers.size();
    return out;
}

std::string lineName(const MetricRow &row, GroupBy groupBy)
{
    const std::string task = row.task.text();
    return groupBy == GroupBy::Shape ? task + ", " + groupName(row, groupBy) : task;
}

HeatTable heatTable(std::span<const MetricRow> rows, const ChartSplit &split, GroupBy groupBy)
{
    HeatTable out;
    out.columns = split.names;
    const RowTasks tasks = heatLines(rows, groupBy);
    out.tasks.resize(tasks.count);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::uint32_t part = split.partOf.empty() ? 0 : split.partOf[i];
        if (part == ChartSplit::notShown)
            continue;
        HeatTask &task = out.tasks[tasks.taskOf[i]];
        if (task.cells.empty()) {
            task.name = lineName(rows[i], groupBy);
            task.group = groupBy == GroupBy::All ? "" : groupName(rows[i], groupBy);
            task.cells.resize(split.names.size());
        }
        task.cells[part].add(rows[i]);
    }
    std::erase_if(out.tasks, [](const HeatTask &task) { return task.cells.empty(); });
    std::stable_sort(out.tasks.begin(), out.tasks.end(), [](const auto &a, const auto &b) {
        return a.group != b.group ? a.group < b.group : a.name < b.name;
    });
    if (out.tasks.size() > maxTasks) {
        out.left = out.tasks.size() - maxTasks;
        out.tasks.resize(maxTasks);
    }
    return out;
}

void orderTasksByLikeness(HeatTable &table)
{
    std::vector<std::vector<double>> places;
    places.reserve(table.tasks.size());
    for (const HeatTask &task : table.tasks) {
        std::vector<double> row;
        row.reserve(task.cells.size());
        for (const HeatCell &cell : task.cells)
            row.push_back(cell.place());
        places.push_back(std::move(row));
    }
    std::vector<HeatTask> ordered;
    ordered.reserve(places.size());
    for (const std::size_t place : orderByLikeness(places))
        ordered.push_back(std::move(table.tasks[place]));
    table.tasks = std::move(ordered);
}

ChartCell chartCell(HeatCell cell, const std::string &place)
{
    ChartCell out;
    const auto n = static_cast<int>(cell.members.size());
    std::string what;
    if (cell.timed > 0) {
        out.value = std::exp2(cell.meanLog2());
        what = fmt::format("{} over {} timed, {} correct", chartSpeedup(*out.value),
                           groupedDigits(cell.timed), chartCountOf(cell.correct(), n));
    } else {
        const Outcome outcome = cell.outcome();
        out.outcome = outcome;
        what = fmt::format("{}, {}", label(outcome),
                           chartCountOf(cell.outcomes[static_cast<std::size_t>(outcome)], n));
        if (outcome == Outcome::Correct)
            what += ", not timed";
    }
    out.mark.text = place + ": " + what;
    out.mark.members = std::move(cell.members);
    return out;
}

/// Returns names of tasks if they fit, else names of their groups, each in the middle of its group.
std::vector<ChartTick> taskTicks(const HeatTable &table, bool isByGroup)
{
    std::vector<ChartTick> out;
    const std::size_t count = table.tasks.size();
    if (count <= maxNamedTasks || !isByGroup) {
        const std::size_t step = count / maxNamedTasks + 1;
        for (std::size_t i = 0; i < count; i += step)
            out.push_back({static_cast<double>(i), table.tasks[i].name});
        return out;
    }
    for (std::size_t begin = 0; begin < count;) {
        std::size_t end = begin;
        while (end < count && table.tasks[end].group == table.tasks[begin].group)
            ++end;
        out.push_back({static_cast<double>(begin + end - 1) / 2, table.tasks[begin].group});
        begin = end;
    }
    return out;
}

ChartPanel heatPanel(HeatTable table, const std::string &across, bool isByGroup)
{
    ChartPanel panel;
    const std::size_t count = table.tasks.size();
    panel.x = categoryAxis(across, table.columns);
    panel.y.title = isByGroup || count <= maxNamedTasks ? "task" : "task, some named";
    panel.y.least = -0.5;
    panel.y.most = static_cast<double>(count) - 0.5;
    panel.y.ticks = taskTicks(table, isByGroup && !table.tasks.front().group.empty());
    panel.colour = speedupAxis("geometric mean speedup", -colourLog2, colourLog2);
    for (std::size_t row = 0; row < count; ++row) {
        HeatTask &task = table.tasks[row];
        for (std::size_t column = 0; column < task.cells.size(); ++column) {
            if (task.cells[column].members.empty())
                continue;
            std::string place = task.name;
            if (!table.columns[column].empty())
                place += " × " + table.columns[column];
            ChartCell cell = chartCell(std::move(task.cells[column]), place);
            cell.x = static_cast<int>(column);
            cell.y = static_cast<int>(row);
            panel.cells.push_back(std::move(cell));
        }
    }
    return panel;
}

} // namespace

Result<Chart> heatMapChart(std::span<const MetricRow> rows, const ChartRequest &request,
                           const std::stop_token &stop)
{
    const GroupBy across = request.splitBy.value_or(GroupBy::Method);
    const GroupBy groupBy = request.groupBy == GroupBy::Task ? GroupBy::All : request.groupBy;
    const ChartSplit split = chartSplit(rows, across, maxColumns);
    HeatTable table = heatTable(rows, split, groupBy);
    const bool isByGroup = request.order == TaskOrder::Group;
    if (stop.stop_requested())
        return Error{Errc::Cancelled, "the chart was cancelled"};
    const std::size_t left = table.left;
    if (!isByGroup)
        orderTasksByLikeness(table);
    Chart chart;
    chart.panels.push_back(heatPanel(std::move(table), split.what, isByGroup));
    for (const Outcome outcome : allOutcomes()) {
        const auto &cells = chart.panels.front().cells;
        if (std::any_of(cells.begin(), cells.end(),
                        [&](const ChartCell &cell) { return cell.outcome == outcome; }))
            chart.legend.push_back(
                {outcome == Outcome::Correct ? "correct, not timed" : std::string(label(outcome)),
                 outcomeTone(outcome)});
    }
    chart.definition = fmt::format(
        "A cell shows the geometric mean speedup of its correct, timed evaluations; if there are "
        "none, its most frequent failure. Colours end at ¼ and 4. Tasks by {}.{}",
        isByGroup ? (groupBy == GroupBy::All ? std::string("name")
                                             : std::string(name(groupBy)) + " and name")
                  : "similarity (average linkage of log2 speedups, failures below ⅛)",
        split.leftText());
    if (left > 0)
        chart.definition += fmt::format(" {} tasks after these not shown.",
                                        groupedDigits(static_cast<std::int64_t>(left)));
    return chart;
}

} // namespace loupe
