// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/roundsurvivalchart.h"

#include "core/analysis/chartwords.h"
#include "core/analysis/roundchartrows.h"
#include "core/analysis/roundsurvival.h"
#include "core/analysis/trajectories.h"

#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>

namespace loupe {

namespace {

/// The evaluations that were the first correct one of their trajectory, by round.
std::map<int, std::vector<RowId>> firstSolutions(const Trajectories &trajectories)
{
    std::map<int, std::vector<RowId>> out;
    for (const auto &[key, trajectory] : trajectories) {
        for (const auto &[round, row] : trajectory) {
            if (row == nullptr || outcomeOf(row->verdict) != Outcome::Correct)
                continue;
            out[round].push_back(row->id);
            break;
        }
    }
    return out;
}

/// Greenwood's variance on the log(-log) scale (Kalbfleisch and Prentice 1980, §1.4): stays within
/// 0 and 1. No interval at 0 and 1, where it is not defined.
std::optional<std::pair<double, double>> survivalBounds(double unsolved, double greenwood)
{
    if (unsolved <= 0 || unsolved >= 1 || greenwood <= 0)
        return std::nullopt;
    constexpr double z = 1.959963984540054;
    const double spread = std::exp(z * std::sqrt(greenwood) / std::abs(std::log(unsolved)));
    return std::pair(std::pow(unsolved, spread), std::pow(unsolved, 1 / spread));
}

ChartLine survivalLine(const RoundChartGroup &group, const RoundChartRows &rows, bool withIntervals)
{
    const Trajectories trajectories = trajectoriesOf(group.rows);
    auto solutions = firstSolutions(trajectories);
    ChartLine out;
    out.name = group.name;
    out.isStep = true;
    const std::vector<SurvivalRound> rounds = survivalByRound(trajectories);
    if (rounds.empty())
        return out;
    out.points.push_back({rows.rounds.front() - 1.0,
                          1.0,
                          {},
                          {},
                          {fmt::format("before round {}: none of {} is solved", rows.rounds.front(),
                                       rounds.front().atRisk),
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

Result<Chart> roundSurvivalChart(std::span<const MetricRow> rows, const ChartRequest &request,
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
    chart.title = "Still unsolved";
    chart.n = static_cast<int>(chosen->rows.size());
    ChartPanel &panel = chart.panels.emplace_back();
    panel.x = chosen->axis();
    panel.x.title = "after round";
    panel.x.least = chosen->rounds.front() - 1;
    panel.x.ticks.insert(panel.x.ticks.begin(), {panel.x.least, "start"});
    panel.y = shareAxis("share unsolved");
    for (const RoundChartGroup &group : *groups) {
        if (stop.stop_requested())
            return roundChartCancelled();
        ChartLine line = survivalLine(group, *chosen, request.withIntervals);
        line.tone = seriesTone(panel.lines.size());
        if (groups->size() > 1)
            chart.legend.push_back({line.name, line.tone});
        panel.lines.push_back(std::move(line));
    }
    chart.definition
        = "Kaplan and Meier's estimate of the share of trajectories without a correct kernel after "
          "each round; one that ends unsolved is censored, not failed.";
    if (request.withIntervals)
        chart.definition += " Bands: 95 %, Greenwood's variance on the log(-log) scale, "
                            "trajectories taken as independent.";
    if (more > 0)
        chart.definition += fmt::format(" {} smaller groups are not drawn.", more);
    chart.definition += chosen->leftOut;
    return chart;
}

} // namespace loupe
