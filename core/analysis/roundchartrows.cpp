// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/roundchartrows.h"

#include "core/analysis/chartwords.h"
#include "core/analysis/rowgroups.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include <fmt/format.h>

namespace loupe {

namespace {

constexpr std::size_t mostRoundLines = 8;
constexpr std::size_t mostRoundTicks = 12;

} // namespace

ChartAxis RoundChartRows::axis() const
{
    ChartAxis out;
    out.title = "round";
    out.least = rounds.front();
    out.most = rounds.back();
    const std::size_t step = (rounds.size() + mostRoundTicks - 1) / mostRoundTicks;
    for (std::size_t i = 0; i < rounds.size(); i += step)
        out.ticks.push_back({static_cast<double>(rounds[i]), std::to_string(rounds[i])});
    return out;
}

ChartAxis roundSpeedupAxis(const ChartPanel &panel)
{
    double low = -1;
    double high = 1;
    for (const ChartLine &line : panel.lines) {
        for (const ChartPoint &point : line.points) {
            low = std::min(low, std::log2(point.low.value_or(point.y)));
            high = std::max(high, std::log2(point.high.value_or(point.y)));
        }
    }
    for (const ChartDot &dot : panel.dots) {
        low = std::min(low, std::log2(dot.y));
        high = std::max(high, std::log2(dot.y));
    }
    // Whole octaves; beyond a million nothing is a speedup any more.
    return speedupAxis("speedup", std::floor(std::max(low, -20.0)),
                       std::ceil(std::min(high, 20.0)));
}

Error roundChartCancelled()
{
    return {Errc::Cancelled, "the chart was not finished", {}, {}, {}};
}

Result<RoundChartRows> roundChartRows(std::span<const MetricRow> rows, const ChartRequest &request,
                                      const std::stop_token &stop)
{
    RoundChartRows out;
    out.refined = refinementRows(rows);
    out.rows = out.refined.rows;
    if (stop.stop_requested())
        return roundChartCancelled();
    const std::size_t single = rows.size() - out.rows.size();
    if (out.rows.empty())
        return Error{Errc::Unsupported,
                     "no method among these results has more than one round",
                     {},
                     "choose results of a method that refines its kernels",
                     {}};
    if (single > 0)
        out.leftOut
            += fmt::format(" Left out: results of methods with a single round ({}).", single);
    const auto isUnsound
        = [&](const MetricRow &row) { return request.soundTasksOnly && !row.taskSound; };
    const auto isWithheld
        = [&](const MetricRow &row) { return request.withoutWithheld && row.isWithheld; };
    const auto unsound = std::ranges::count_if(out.rows, isUnsound);
    const auto withheld = std::ranges::count_if(
        out.rows, [&](const MetricRow &row) { return !isUnsound(row) && isWithheld(row); });
    if (unsound + withheld > 0) {
        std::vector<MetricRow> kept(out.rows.begin(), out.rows.end());
        std::erase_if(kept, isUnsound);
        for (MetricRow &row : kept) {
            if (isWithheld(row))
                row.verdict = Verdict::NotRecorded;
        }
        out.refined.kept = std::move(kept);
        out.rows = out.refined.rows = out.refined.kept;
    }
    if (unsound > 0)
        out.leftOut += fmt::format(" Left out: results of unsound tasks ({}).", unsound);
    if (withheld > 0)
        out.leftOut
            += fmt::format(" Counted as unknown: rounds with a proof or an unreviewed suspicion "
                           "against them ({}).",
                           withheld);
    std::set<int> rounds;
    for (const MetricRow &row : out.rows)
        rounds.insert(row.round);
    out.rounds.assign(rounds.begin(), rounds.end());
    if (out.rounds.size() < 2)
        return Error{Errc::Unsupported,
                     "fewer than two rounds are left of these results",
                     {},
                     "show unsound tasks too, or choose other results",
                     {}};
    if (stop.stop_requested())
        return roundChartCancelled();
    return out;
}

Result<std::vector<RoundChartGroup>> roundChartGroups(const RoundChartRows &rows, GroupBy groupBy,
                                                      std::size_t &more)
{
    if (groupBy == GroupBy::Round)
        return Error{Errc::Unsupported,
                     "trajectories cannot be grouped by round: each has several",
                     {},
                     "group by method, category or task",
                     {}};
    std::vector<RoundChartGroup> out;
    more = 0;
    if (groupBy == GroupBy::All) {
        out.push_back({"all", {}, rows.rows});
        return out;
    }
    const RowGroups groups = rowGroups(rows.rows, groupBy);
    std::vector<std::size_t> sizes(groups.names.size());
    for (const std::uint32_t group : groups.groupOf)
        ++sizes[group];
    std::vector<std::size_t> order(groups.names.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    std::ranges::stable_sort(order,
                             [&](std::size_t a, std::size_t b) { return sizes[a] > sizes[b]; });
    more = order.size() - std::min(order.size(), mostRoundLines);
    order.resize(order.size() - more);
    std::vector<std::size_t> lineOf(groups.names.size(), mostRoundLines);
    for (const std::size_t group : order) {
        lineOf[group] = out.size();
        out.push_back({groups.names[group], {}, {}});
        out.back().kept.reserve(sizes[group]);
    }
    for (std::size_t i = 0; i < rows.rows.size(); ++i) {
        const std::size_t line = lineOf[groups.groupOf[i]];
        if (line < out.size())
            out[line].kept.push_back(rows.rows[i]);
    }
    for (RoundChartGroup &group : out)
        group.rows = group.kept;
    return out;
}

} // namespace loupe
