// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/charts/rooflinechart.h"

#include "core/analysis/charts/chartgroups.h"
#include "core/analysis/charts/chartwords.h"
#include "core/analysis/charts/dottiles.h"
#include "core/analysis/metrics/roofline.h"
#include "core/analysis/rows/grouping.h"
#include "core/base/groupeddigits.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

namespace loupe {

namespace {

constexpr std::size_t maxDevices = 6;

struct DeviceCeilings {
    double bandwidth = 0;
    std::map<std::string, double> peaks; ///< operations per second by the name of the rate

    void raise(const WorkRecord &work)
    {
        bandwidth = std::max(bandwidth, work.bandwidth.value_or(0));
        if (work.peakFlops) {
            double &peak = peaks[work.peakName];
            peak = std::max(peak, *work.peakFlops);
        }
    }
};

struct RooflineExtent {
    double least = 0;
    double most = 0;

    void include(double value)
    {
        least = least > 0 ? std::min(least, value) : value;
        most = std::max(most, value);
    }
};

/// The dots of a device and the range of its axes.
struct DeviceDots {
    std::vector<ChartDot> dots;
    DeviceCeilings ceilings;
    RooflineExtent intensity;
    RooflineExtent rate;
    int flagged = 0;
};

void addDot(const MetricRow &row, ChartTone tone, DeviceDots &out)
{
    const RooflinePoint point = rooflinePoint(*row.work, *row.candidateMs);
    if (!point.intensity || !point.operationRate || *point.intensity <= 0
        || *point.operationRate <= 0)
        return;
    out.ceilings.raise(*row.work);
    out.intensity.include(*point.intensity);
    out.rate.include(*point.operationRate);
    ChartDot dot;
    dot.x = *point.intensity;
    dot.y = *point.operationRate;
    dot.tone = tone;
    dot.tone.isHollow = row.isWithheld;
    dot.isFlagged = !row.work->evidence.empty();
    out.flagged += dot.isFlagged ? 1 : 0;
    dot.mark.text = fmt::format("{}, {}: {}FLOP/s at {:.3g} operations a byte", row.task.text(),
                                row.method.text(), chartNumber(dot.y), dot.x);
    if (point.fraction)
        dot.mark.text += fmt::format(", {} of the least time", chartShare(*point.fraction));
    if (dot.isFlagged)
        dot.mark.text += "; above the device's limit: " + row.work->evidence;
    dot.mark.members.push_back(row.id);
    out.dots.push_back(std::move(dot));
}

std::vector<ChartLine> roofs(const DeviceCeilings &ceilings, const ChartAxis &x)
{
    std::vector<ChartLine> out;
    for (const auto &ceiling : ceilings.peaks) {
        const auto &name = ceiling.first;
        const double peak = ceiling.second;
        ChartLine line;
        line.name = fmt::format("{} {}FLOP/s", name, chartNumber(peak));
        const auto add = [&](double intensity) {
            const double slope = ceilings.bandwidth > 0 ? intensity * ceilings.bandwidth : peak;
            line.points.push_back(
                {intensity, std::min(peak, slope), {}, {}, {"ceiling: " + line.name, {}}});
        };
        add(x.least);
        const double ridge = ceilings.bandwidth > 0 ? peak / ceilings.bandwidth : 0;
        if (ridge > x.least && ridge < x.most)
            add(ridge);
        add(x.most);
        out.push_back(std::move(line));
    }
    return out;
}

ChartPanel rooflinePanel(DeviceDots device, const std::string &name)
{
    ChartPanel panel;
    panel.title = name;
    panel.note = groupedDigits(static_cast<std::int64_t>(device.dots.size())) + " timed";
    if (device.flagged > 0)
        panel.note += fmt::format(", {} above the device's limit", groupedDigits(device.flagged));
    for (const auto &[rate, peak] : device.ceilings.peaks) {
        device.rate.include(peak);
        if (device.ceilings.bandwidth > 0)
            device.intensity.include(peak / device.ceilings.bandwidth);
    }
    panel.x = decadeAxis("operations per byte", device.intensity.least, device.intensity.most);
    panel.y = decadeAxis("operations per second", device.rate.least, device.rate.most);
    panel.lines = roofs(device.ceilings, panel.x);
    panel.dots = std::move(device.dots);
    gatherDots(panel, [](std::size_t count) {
        return groupedDigits(static_cast<std::int64_t>(count)) + " evaluations about here";
    });
    return panel;
}

} // namespace

Result<Chart> rooflineChart(std::span<const MetricRow> rows, const ChartRequest &request,
                            const std::stop_token &stop)
{
    std::vector<std::uint32_t> timed;
    for (std::uint32_t i = 0; i < rows.size(); ++i) {
        const MetricRow &row = rows[i];
        if (row.work && isUsableTime(row.candidateMs) && outcomeOf(row.verdict) == Outcome::Correct)
            timed.push_back(i);
    }
    const ChartSplit devices = chartSplit(rows, GroupBy::Device, maxDevices);
    const ChartSplit groups = chartSplit(rows, request.groupBy, maxSeries);
    const bool isToned = groups.isSplit() && groups.left == 0;
    Chart chart;
    const auto byDevice = devices.parts(timed);
    for (std::size_t i = 0; i < byDevice.size(); ++i) {
        if (stop.stop_requested())
            return Error{Errc::Cancelled, "the chart was cancelled", {}, {}, {}};
        DeviceDots dots;
        for (const std::uint32_t place : byDevice[i])
            addDot(rows[place], isToned ? seriesTone(groups.partOf[place]) : seriesTone(0), dots);
        if (!dots.dots.empty())
            chart.panels.push_back(rooflinePanel(std::move(dots), devices.names[i]));
    }
    if (chart.panels.empty())
        return Error{Errc::Unsupported,
                     "no correct, timed evaluation has a count of operations and bytes",
                     {},
                     "calibrate the device, then run tasks on it",
                     {}};
    if (isToned) {
        for (std::size_t part = 0; part < groups.names.size(); ++part)
            chart.legend.push_back({groups.names[part], seriesTone(part)});
    }
    const bool hasCeilings
        = std::any_of(chart.panels.begin(), chart.panels.end(),
                      [](const ChartPanel &panel) { return !panel.lines.empty(); });
    chart.definition = fmt::format(
        "Correct, timed evaluations: operations and bytes by the task's formula (else inputs read "
        "and outputs written once) over the candidate's time. Lines: ceilings measured on the "
        "device{}. Flagged: above the device's limit. More than {} dots are merged into tiles with "
        "areas as their numbers.{}",
        hasCeilings ? "" : "; none was measured before these runs",
        groupedDigits(static_cast<std::int64_t>(maxDots)), devices.leftText());
    return chart;
}

} // namespace loupe
