// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/bestsofarchart.h"

#include "core/analysis/chartwords.h"
#include "core/analysis/grouping.h"
#include "core/analysis/roundchartrows.h"
#include "core/analysis/trajectories.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>

namespace loupe {

namespace {

/// The best speedups that trajectories have reached by a round.
struct BestByRound {
    std::vector<double> speedups;
    std::vector<RowId> members; ///< the evaluations that reached them
};

/// `onlyFromStart`: the same kernels in every round, those timed in the first one.
std::map<int, BestByRound> bestByRound(const Trajectories &trajectories,
                                       const std::vector<int> &rounds, bool onlyFromStart)
{
    std::map<int, BestByRound> out;
    for (const auto &[key, trajectory] : trajectories) {
        std::optional<double> best;
        RowId member;
        for (const int round : rounds) {
            const auto found = trajectory.find(round);
            const MetricRow *row = found == trajectory.end() ? nullptr : found->second;
            const auto speedup = row ? usableSpeedup(*row) : std::nullopt;
            if (speedup && (!best || *speedup > *best)) {
                best = speedup;
                member = row->id;
            }
            if (!best && onlyFromStart)
                break;
            if (!best)
                continue;
            out[round].speedups.push_back(*best);
            out[round].members.push_back(member);
        }
    }
    return out;
}

/// The q-quantile of sorted values, between neighbours by their distance (type 7 of Hyndman and
/// Fan 1996, numpy's default).
double bestQuantile(const std::vector<double> &sorted, double q)
{
    const double place = q * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    return sorted[below] + (place - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

ChartLine bestLine(std::string name, std::map<int, BestByRound> best, bool hasBand)
{
    ChartLine out;
    out.name = std::move(name);
    for (auto &entry : best) {
        const int round = entry.first;
        BestByRound &each = entry.second;
        std::ranges::sort(each.speedups);
        ChartPoint point;
        point.x = round;
        point.y = bestQuantile(each.speedups, 0.5);
        const double lower = bestQuantile(each.speedups, 0.25);
        const double upper = bestQuantile(each.speedups, 0.75);
        if (hasBand) {
            point.low = lower;
            point.high = upper;
        }
        point.mark.text = fmt::format("{}, by round {}: median {:.3g}×, quartiles {:.3g}× to "
                                      "{:.3g}×, {} trajectories",
                                      out.name, round, point.y, lower, upper, each.speedups.size());
        point.mark.members = std::move(each.members);
        out.points.push_back(std::move(point));
    }
    return out;
}

} // namespace

Result<Chart> bestSoFarChart(std::span<const MetricRow> rows, const ChartRequest &request,
                             const std::stop_token &stop)
{
    const auto chosen = roundChartRows(rows, request, stop);
    if (!chosen)
        return chosen.error();
    std::size_t more = 0;
    const auto groups = roundChartGroups(*chosen, request.groupBy, more);
    if (!groups)
        return groups.error();
    Chart chart;
    chart.title = "Best speedup so far";
    chart.n = static_cast<int>(chosen->rows.size());
    ChartPanel &panel = chart.panels.emplace_back();
    const auto add = [&](ChartLine line) {
        line.tone = seriesTone(panel.lines.size());
        chart.legend.push_back({line.name, line.tone});
        panel.lines.push_back(std::move(line));
    };
    for (const RoundChartGroup &group : *groups) {
        if (stop.stop_requested())
            return roundChartCancelled();
        const Trajectories trajectories = trajectoriesOf(group.rows);
        const bool isAlone = groups->size() == 1;
        add(bestLine(isAlone ? "all correct so far" : group.name,
                     bestByRound(trajectories, chosen->rounds, false), isAlone));
        if (!isAlone)
            continue;
        ChartLine same = bestLine(fmt::format("those timed in round {}", chosen->rounds.front()),
                                  bestByRound(trajectories, chosen->rounds, true), false);
        same.isDashed = true;
        if (!same.points.empty())
            add(std::move(same));
    }
    panel.x = chosen->axis();
    panel.x.title = "by round";
    panel.y = roundSpeedupAxis(panel);
    chart.definition
        = "Median of the best speedup that each trajectory has reached by a round, over those with "
          "a correct and timed kernel so far; newcomers join from round to round.";
    if (groups->size() == 1)
        chart.definition += " Band: quartiles (linear between neighbours). The dashed line follows "
                            "the same kernels throughout.";
    if (more > 0)
        chart.definition += fmt::format(" {} smaller groups are not drawn.", more);
    chart.definition += chosen->leftOut;
    return chart;
}

} // namespace loupe
