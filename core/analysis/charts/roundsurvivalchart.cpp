// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/charts/charts.h"
#include "core/analysis/charts/chartwords.h"
#include "core/analysis/charts/groupedroundchart.h"
#include "core/analysis/rounds/roundtable.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>

namespace loupe {

namespace {

/// Returns the first correct evaluation of each trajectory, by round.
std::map<int, std::vector<RowId>> firstSolutions(TrajectorySpan trajectories)
{
    std::map<int, std::vector<RowId>> out;
    for (const Trajectory &trajectory : trajectories) {
        const auto first
            = std::ranges::find(trajectory.rounds, Outcome::Correct, &RoundEntry::outcome);
        if (first != trajectory.rounds.end())
            out[first->round].push_back(first->id);
    }
    return out;
}

/// Returns the interval from Greenwood's variance on the log(-log) scale (Kalbfleisch and Prentice
/// 1980, §1.4), which stays within 0 and 1. Returns nullopt at 0 and 1, where it is not defined.
std::optional<std::pair<double, double>> survivalBounds(double unsolved, double greenwood)
{
    if (unsolved <= 0 || unsolved >= 1 || greenwood <= 0)
        return std::nullopt;
    constexpr double z = 1.959963984540054;
    const double spread = std::exp(z * std::sqrt(greenwood) / std::abs(std::log(unsolved)));
    return std::pair(std::pow(unsolved, spread), std::pow(unsolved, 1 / spread));
}

ChartLine survivalLine(const TrajectoryGroup &group, int firstRound, bool withIntervals)
{
    auto solutions = firstSolutions(group.trajectories);
    ChartLine out;
    out.name = group.name;
    out.isStep = true;
    const std::vector<SurvivalRound> rounds = survivalByRound(group.trajectories);
    if (rounds.empty())
        return out;
    out.points.push_back(
        {firstRound - 1.0,
         1.0,
         {},
         {},
         {fmt::format("before round {}: none of {} is solved", firstRound, rounds.front().atRisk),
          {}}});
    double greenwood = 0;
    for (const SurvivalRound &each : rounds) {
        const double atRisk = each.atRisk;
        if (each.atRisk > each.solved)
            greenwood += each.solved / (atRisk * (atRisk - each.solved));
        ChartPoint point;
        point.x = each.round;
        point.y = each.unsolved;
        if (const auto bounds = survivalBounds(each.unsolved, greenwood); bounds && withIntervals) {
            point.low = bounds->first;
            point.high = bounds->second;
        }
        point.mark.text = fmt::format("{}, round {}: {:.1f} % unsolved; {} of {} at risk solved, "
                                      "{} not followed further",
                                      group.name, each.round, 100 * each.unsolved, each.solved,
                                      each.atRisk, each.censored);
        point.mark.members = std::move(solutions[each.round]);
        out.points.push_back(std::move(point));
    }
    return out;
}

} // namespace

Result<Chart> roundSurvivalChart(const RoundStudy &study, const ChartRequest &request,
                                 const std::stop_token &stop)
{
    std::string definition
        = "Kaplan and Meier's estimate of the share of trajectories without a correct kernel after "
          "each round; one that ends unsolved is censored, not failed.";
    if (request.withIntervals)
        definition += " Bands: 95 %, Greenwood's variance on the log(-log) scale, trajectories "
                      "taken as independent.";
    const int first = study.rounds.front();
    auto chart = groupedRoundChart(
        study, request.groupBy, stop,
        [&](const TrajectoryGroup &group, std::size_t) {
            return std::vector{survivalLine(group, first, request.withIntervals)};
        },
        [&](std::size_t) { return definition; });
    if (!chart)
        return chart;
    chart->title = "Still unsolved";
    for (ChartPanel &panel : chart->panels) {
        panel.x.title = "after round";
        panel.x.least = first - 1;
        panel.x.ticks.insert(panel.x.ticks.begin(), {panel.x.least, "start"});
        panel.y = shareAxis("share unsolved");
    }
    return chart;
}

} // namespace loupe
