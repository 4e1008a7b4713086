// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/charts/charts.h"
#include "core/analysis/charts/chartwords.h"
#include "core/analysis/charts/groupedroundchart.h"
#include "core/analysis/statistics/kerneldensity.h"

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

/// If `onlyFromStart`, counts the same kernels in every round: those timed in the first one.
std::map<int, BestByRound> bestByRound(TrajectorySpan trajectories, const std::vector<int> &rounds,
                                       bool onlyFromStart)
{
    std::map<int, BestByRound> out;
    for (const Trajectory &trajectory : trajectories) {
        std::optional<double> best;
        RowId member;
        for (const int round : rounds) {
            const RoundEntry *entry = trajectory.at(round);
            if (entry != nullptr && entry->speedup && (!best || *entry->speedup > *best)) {
                best = entry->speedup;
                member = entry->id;
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
        point.y = quantileOf(each.speedups, 0.5);
        const double lower = quantileOf(each.speedups, 0.25);
        const double upper = quantileOf(each.speedups, 0.75);
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

Result<Chart> bestSoFarChart(const RoundStudy &study, const ChartRequest &request,
                             const std::stop_token &stop)
{
    const auto linesOf = [&](const TrajectoryGroup &group, std::size_t groups) {
        const bool isAlone = groups == 1;
        std::vector<ChartLine> lines{bestLine(isAlone ? "all correct so far" : group.name,
                                              bestByRound(group.trajectories, study.rounds, false),
                                              isAlone)};
        if (!isAlone)
            return lines;
        ChartLine same = bestLine(fmt::format("those timed in round {}", study.rounds.front()),
                                  bestByRound(group.trajectories, study.rounds, true), false);
        same.isDashed = true;
        if (!same.points.empty())
            lines.push_back(std::move(same));
        return lines;
    };
    const auto definition = [](std::size_t groups) {
        std::string out
            = "Median of the best speedup that each trajectory has reached by a round, over those "
              "with a correct and timed kernel so far; newcomers join from round to round.";
        if (groups == 1)
            out += " Band: quartiles (linear between neighbours). The dashed line follows the same "
                   "kernels throughout.";
        return out;
    };
    auto chart = groupedRoundChart(study, request.groupBy, stop, linesOf, definition);
    if (!chart)
        return chart;
    chart->title = "Best speedup so far";
    ChartPanel all;
    for (const ChartPanel &panel : chart->panels)
        all.lines.insert(all.lines.end(), panel.lines.begin(), panel.lines.end());
    for (ChartPanel &panel : chart->panels) {
        panel.x.title = "by round";
        panel.y = roundSpeedupAxis(all);
    }
    return chart;
}

} // namespace loupe
