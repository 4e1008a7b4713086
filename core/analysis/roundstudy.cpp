// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/roundstudy.h"

#include "core/analysis/chartwords.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace loupe {

namespace {

constexpr std::size_t mostRoundTicks = 12;

/// A trajectory is worked on by one run, which measures on one device.
std::string devicesOfTrajectories(TrajectorySpan trajectories)
{
    std::vector<MetricRow> devices; // one of each
    for (const Trajectory &each : trajectories) {
        if (!devices.empty() && devices.back().device == each.device)
            continue;
        const auto known = std::ranges::find(devices, each.device, &MetricRow::device);
        if (known != devices.end())
            std::swap(*known, devices.back());
        else
            devices.emplace_back().device = each.device;
    }
    return devicesOf(devices);
}

} // namespace

ChartAxis roundAxis(const std::vector<int> &rounds)
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

Result<RoundStudy> roundStudy(std::span<const MetricRow> rows, bool soundTasksOnly,
                              bool withoutWithheld, const std::stop_token &stop)
{
    RoundStudy out;
    out.trajectories = trajectoriesOf(rows, {true, soundTasksOnly, withoutWithheld}, stop);
    if (stop.stop_requested())
        return roundChartCancelled();
    const Trajectories::Counts &counts = out.trajectories.counts();
    if (counts.used + counts.unsound == 0)
        return Error{Errc::Unsupported,
                     "no method among these results has more than one round",
                     {},
                     "choose results of a method that refines its kernels",
                     {}};
    out.rounds = roundsOf(out.trajectories);
    if (out.rounds.size() < 2)
        return Error{Errc::Unsupported,
                     "fewer than two rounds are left of these results",
                     {},
                     "show unsound tasks too, or choose other results",
                     {}};
    if (counts.single > 0)
        out.leftOut += fmt::format(" Left out: results of methods with a single round ({}).",
                                   counts.single);
    if (counts.unsound > 0)
        out.leftOut += fmt::format(" Left out: results of unsound tasks ({}).", counts.unsound);
    if (counts.withheld > 0)
        out.leftOut
            += fmt::format(" Counted as unknown: rounds with a proof or an unreviewed suspicion "
                           "against them ({}).",
                           counts.withheld);
    out.devices = devicesOfTrajectories(out.trajectories);
    out.n = static_cast<int>(counts.used);
    if (stop.stop_requested())
        return roundChartCancelled();
    return out;
}

} // namespace loupe
