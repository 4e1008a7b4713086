// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/rounds/roundstudy.h"

#include "core/analysis/rows/mixedconditions.h"
#include "core/base/counted.h"

#include <algorithm>

#include <fmt/format.h>

namespace loupe {

namespace {

/// A trajectory belongs to one run, which measures on one device.
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

Error roundChartCancelled()
{
    return {Errc::Cancelled, "the chart was not finished"};
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
        return Error{.code = Errc::Unsupported,
                     .message = "no method among these results has more than one round",
                     .hint = "choose results of a method that refines its kernels"};
    out.rounds = roundsOf(out.trajectories);
    if (out.rounds.size() < 2)
        return Error{.code = Errc::Unsupported,
                     .message = "fewer than two rounds remain of these results",
                     .hint = "show unsound tasks too, or choose other results"};
    if (counts.single > 0)
        out.leftOut += fmt::format(" Excluded: results of methods with a single round ({}).",
                                   counts.single);
    if (counts.unsound > 0)
        out.leftOut += fmt::format(" Excluded: results of unsound tasks ({}).", counts.unsound);
    if (counts.flagged > 0)
        out.leftOut += fmt::format(" Flagged by the audit, not counted as correct: {}.",
                                   counted(counts.flagged, "round"));
    out.devices = devicesOfTrajectories(out.trajectories);
    out.n = static_cast<int>(counts.used);
    if (stop.stop_requested())
        return roundChartCancelled();
    return out;
}

} // namespace loupe
