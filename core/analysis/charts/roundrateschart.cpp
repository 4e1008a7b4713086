// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/charts/charts.h"
#include "core/analysis/charts/chartwords.h"
#include "core/analysis/rounds/roundtable.h"
#include "core/analysis/rows/trajectories.h"

#include <map>
#include <utility>

#include <fmt/format.h>

namespace loupe {

namespace {

/// The evaluations behind the numbers of one round.
struct RoundMembers {
    std::vector<RowId> built;
    std::vector<RowId> correct;
    std::vector<RowId> timed;
    std::vector<double> speedups;
};

std::map<int, RoundMembers> roundMembers(TrajectorySpan trajectories)
{
    std::map<int, RoundMembers> out;
    for (const Trajectory &trajectory : trajectories) {
        for (const RoundEntry &entry : trajectory.rounds) {
            RoundMembers &members = out[entry.round];
            if (!entry.isKnown())
                continue;
            if (entry.outcome != Outcome::NoBuild)
                members.built.push_back(entry.id);
            if (entry.outcome == Outcome::Correct)
                members.correct.push_back(entry.id);
            if (entry.speedup) {
                members.timed.push_back(entry.id);
                members.speedups.push_back(*entry.speedup);
            }
        }
    }
    return out;
}

ChartPoint ratePoint(const RoundRates &rates, int denominator, int count, std::string_view what,
                     std::vector<RowId> members)
{
    ChartPoint out;
    const int unknown = denominator - rates.known;
    out.x = rates.round;
    out.y = rates.known > 0 ? static_cast<double>(count) / rates.known : 0;
    out.low = denominator > 0 ? static_cast<double>(count) / denominator : 0;
    out.high = denominator > 0 ? static_cast<double>(count + unknown) / denominator : 0;
    out.mark.text = fmt::format("round {}: {} of {} {} ({:.1f} %), {} unknown", rates.round, count,
                                rates.known, what, 100 * out.y, unknown);
    out.mark.members = std::move(members);
    return out;
}

ChartLine rateSeries(std::string_view name, std::size_t series)
{
    ChartLine out;
    out.name = name;
    out.tone = seriesTone(series);
    return out;
}

ChartPanel ratePanel(const RoundTable &table, std::map<int, RoundMembers> &members)
{
    ChartPanel out;
    out.title = "Built and correct";
    out.note = fmt::format("of those known in the round; {} trajectories", table.denominator);
    out.y = shareAxis("share");
    out.lines = {rateSeries("built", 0), rateSeries("correct", 1)};
    for (const RoundRates &each : table.rounds) {
        if (each.known == 0)
            continue; // an unknown share is not a share of 0
        out.lines[0].points.push_back(ratePoint(each, table.denominator, each.built, "built",
                                                std::move(members[each.round].built)));
        out.lines[1].points.push_back(ratePoint(each, table.denominator, each.correct, "correct",
                                                std::move(members[each.round].correct)));
    }
    return out;
}

ChartPanel meanPanel(std::map<int, RoundMembers> &members)
{
    ChartPanel out;
    out.title = "Speedup of the correct";
    out.lines = {rateSeries("arithmetic mean", 2), rateSeries("geometric mean", 3),
                 rateSeries("median", 4)};
    for (auto &[round, each] : members) {
        if (each.speedups.empty())
            continue;
        const TimedMean mean = timedMeanOf(each.speedups, static_cast<int>(each.speedups.size()));
        const double values[] = {*mean.arithmetic, *mean.geometric, *mean.median};
        for (std::size_t i = 0; i < out.lines.size(); ++i) {
            ChartPoint &point = out.lines[i].points.emplace_back();
            point.x = round;
            point.y = values[i];
            point.mark.text = fmt::format("round {}: {} {:.4g}× over {} timed", round,
                                          out.lines[i].name, values[i], each.speedups.size());
            point.mark.members = each.timed;
        }
    }
    out.y = roundSpeedupAxis(out);
    return out;
}

} // namespace

Result<Chart> roundRatesChart(const RoundStudy &study, const ChartRequest & /*request*/,
                              const std::stop_token &stop)
{
    const Trajectories &trajectories = study.trajectories;
    RoundTableOptions ratesAlone;
    ratesAlone.withSteps = false;
    const RoundTable table = tableByRound(trajectories, ratesAlone);
    if (stop.stop_requested())
        return roundChartCancelled();
    auto members = roundMembers(trajectories);
    Chart chart;
    chart.title = "Rates by round";
    chart.n = study.n;
    chart.panels.push_back(ratePanel(table, members)); // moved because they hold long lists
    chart.panels.push_back(meanPanel(members));
    for (ChartPanel &panel : chart.panels) {
        panel.x = roundAxis(study.rounds);
        for (const ChartLine &line : panel.lines)
            chart.legend.push_back({line.name, line.tone});
    }
    chart.definition
        = fmt::format("Rates are of the trajectories judged in the round, of {} in all. Bands: the "
                      "share of all of them, from all unknown rounds counted as failed to all "
                      "counted as built and correct. Means are ",
                      table.denominator)
        + "over the correct and timed kernels of the round, which are not the same from round to "
          "round."
        + study.leftOut;
    return chart;
}

} // namespace loupe
