// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/charts/groupedroundchart.h"

#include "core/analysis/charts/chartgroups.h"
#include "core/analysis/charts/chartwords.h"
#include "core/analysis/rows/namenumbers.h"
#include "core/analysis/rows/rowgroups.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include <fmt/format.h>

namespace loupe {

namespace {

/// Returns the groups, largest first and the sum of small ones last; `more` counts the excluded
/// ones.
std::vector<TrajectoryGroup> trajectoryGroups(TrajectorySpan trajectories, GroupBy groupBy,
                                              std::size_t &more)
{
    std::vector<TrajectoryGroup> out;
    more = 0;
    if (groupBy == GroupBy::All) {
        out.push_back({"all", {}, trajectories});
        return out;
    }
    RowGroups groups = rowGroups(trajectories, groupBy);
    NameNumbers<2> tasks;
    std::vector<std::uint32_t> taskOf;
    taskOf.reserve(trajectories.size());
    for (const Trajectory &each : trajectories)
        taskOf.push_back(tasks[{each.suite, each.task}]);
    const std::optional<SmallGroups> small = sumSmallGroups(groups, groupBy, taskOf);
    std::vector<std::size_t> sizes(groups.names.size());
    for (std::size_t i = 0; i < trajectories.size(); ++i)
        sizes[groups.groupOf[i]] += trajectories[i].rounds.size();
    std::vector<std::size_t> order(groups.names.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto isLast = [&](std::size_t group) { return small && group == small->place; };
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
        return std::pair(isLast(a), sizes[b]) < std::pair(isLast(b), sizes[a]);
    });
    more = order.size() - std::min(order.size(), maxPanels);
    order.resize(order.size() - more);
    std::vector<std::size_t> lineOf(groups.names.size(), maxPanels);
    out.reserve(order.size());
    for (const std::size_t group : order) {
        lineOf[group] = out.size();
        out.push_back({groups.names[group], {}, {}});
    }
    for (std::size_t i = 0; i < trajectories.size(); ++i) {
        const std::size_t line = lineOf[groups.groupOf[i]];
        if (line < out.size())
            out[line].kept.push_back(trajectories[i]);
    }
    for (TrajectoryGroup &group : out)
        group.trajectories = group.kept;
    return out;
}

} // namespace

Result<Chart> groupedRoundChart(
    const RoundStudy &study, GroupBy groupBy, const std::stop_token &stop,
    const std::function<std::vector<ChartLine>(const TrajectoryGroup &group, std::size_t groups)>
        &linesOf,
    const std::function<std::string(std::size_t groups)> &definition)
{
    if (groupBy == GroupBy::Round)
        return Error{.code = Errc::Unsupported,
                     .message = "trajectories cannot be grouped by round: each has several",
                     .hint = "group by method, category or task"};
    std::size_t more = 0;
    const std::vector<TrajectoryGroup> groups = trajectoryGroups(study.trajectories, groupBy, more);
    const bool isMultiple = groups.size() > maxSeries;
    Chart chart;
    chart.n = study.n;
    chart.panels.resize(isMultiple ? groups.size() : 1);
    for (std::size_t i = 0; i < groups.size(); ++i) {
        if (stop.stop_requested())
            return roundChartCancelled();
        ChartPanel &panel = chart.panels[isMultiple ? i : 0];
        if (isMultiple)
            panel.title = groups[i].name;
        for (ChartLine &line : linesOf(groups[i], groups.size())) {
            line.tone = seriesTone(panel.lines.size());
            if (!isMultiple)
                chart.legend.push_back({line.name, line.tone});
            panel.lines.push_back(std::move(line));
        }
    }
    if (chart.legend.size() == 1)
        chart.legend.clear();
    for (ChartPanel &panel : chart.panels)
        panel.x = roundAxis(study.rounds);
    chart.definition = definition(groups.size());
    if (more > 0)
        chart.definition += fmt::format(" {} smaller groups are not drawn.", more);
    chart.definition += study.leftOut;
    return chart;
}

} // namespace loupe
