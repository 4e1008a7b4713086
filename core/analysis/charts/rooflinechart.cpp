// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/charts/chartgroups.h"
#include "core/analysis/charts/charts.h"
#include "core/analysis/charts/chartwords.h"
#include "core/analysis/charts/dottiles.h"
#include "core/analysis/metrics/rooflinestudy.h"
#include "core/analysis/rows/grouping.h"
#include "core/base/counted.h"
#include "core/model/device/devicewords.h"

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace loupe {

namespace {

std::string countedText(std::size_t count)
{
    return groupedDigits(static_cast<std::int64_t>(count));
}

struct PanelCeilings {
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
    /// Returns the highest peak; 0 without one.
    double highest() const
    {
        double out = 0;
        for (const auto &[name, peak] : peaks)
            out = std::max(out, peak);
        return out;
    }
    /// Returns where a peak meets the bandwidth, in operations per byte; 0 without a bandwidth.
    double ridge(double peak) const { return bandwidth > 0 ? peak / bandwidth : 0; }
};

/// Returns the values in a device's data sheet for its memory and for the rates that were measured.
PanelCeilings sheetCeilings(const std::string &device, const PanelCeilings &measured)
{
    PanelCeilings out;
    out.bandwidth = sheetBandwidth(device).value_or(0) * 1e9;
    for (const auto &[name, peak] : measured.peaks) {
        if (const auto teraflops = sheetTeraflops(device, name))
            out.peaks[name] = *teraflops * 1e12;
    }
    return out;
}

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
    std::vector<ChartDot> references;
    std::vector<ChartDot> dots;
    PanelCeilings ceilings;
    RooflineExtent intensity;
    RooflineExtent rate;
    std::size_t above = 0;
    std::size_t flagged = 0;

    /// Extends the axes to the peaks, and to where they meet the bandwidth.
    void includeCeilings(const PanelCeilings &shown)
    {
        for (const auto &[name, peak] : shown.peaks) {
            rate.include(peak);
            if (shown.bandwidth > 0)
                intensity.include(shown.ridge(peak));
        }
    }
};

/// Returns ": 4 TFLOP/s at 2.5 operations a byte, 65 % of its ceiling (memory)".
std::string speedText(const RooflinePoint &point)
{
    std::string out = fmt::format(": {}FLOP/s at {:.3g} operations a byte",
                                  chartNumber(*point.operationRate), *point.intensity);
    if (!point.fraction)
        return out + ", no measured ceiling";
    out += fmt::format(", {} of its ceiling", chartShare(*point.fraction));
    if (point.bound != RooflineBound::Unknown)
        out += fmt::format(" ({})", name(point.bound));
    return out;
}

void addDot(const MetricRow &row, const RooflineResult &result, ChartTone tone, DeviceDots &out)
{
    out.ceilings.raise(*row.work);
    ChartDot dot;
    dot.x = *result.point.intensity;
    dot.y = *result.point.operationRate;
    out.intensity.include(dot.x);
    out.rate.include(dot.y);
    dot.tone = tone;
    dot.tone.isHollow = row.isWithheld || result.isAbove();
    dot.isFlagged = !row.work->evidence.empty();
    out.above += result.isAbove() ? 1 : 0;
    out.flagged += dot.isFlagged ? 1 : 0;
    dot.mark.text = row.task.text() + ", " + row.method.text() + speedText(result.point);
    if (dot.isFlagged)
        dot.mark.text += "; above the device's limit: " + row.work->evidence;
    dot.mark.members.push_back(row.id);
    out.dots.push_back(std::move(dot));
}

ChartTone referenceTone()
{
    ChartTone tone;
    tone.isHollow = true;
    return tone;
}

/// Adds a dot for each reference time. Results that share a time share its dot.
void addReferences(std::span<const MetricRow> rows, std::span<const RooflineResult> results,
                   DeviceDots &out)
{
    std::map<std::tuple<std::string, double, double>, std::size_t> known;
    for (const RooflineResult &result : results) {
        const MetricRow &row = rows[result.row];
        if (!isUsableTime(row.baselineMs))
            continue;
        const RooflinePoint point = rooflinePoint(*row.work, *row.baselineMs);
        const auto [place, isNew] = known.try_emplace(
            {row.task.text(), *point.intensity, *point.operationRate}, out.references.size());
        if (isNew) {
            ChartDot dot;
            dot.x = *point.intensity;
            dot.y = *point.operationRate;
            dot.tone = referenceTone();
            const std::string baseline = row.baseline.empty() ? "reference" : row.baseline.text();
            dot.mark.text = row.task.text() + ", " + baseline + speedText(point);
            out.rate.include(dot.y);
            out.references.push_back(std::move(dot));
        }
        out.references[place->second].mark.members.push_back(row.id);
    }
}

ChartLine ceiling(std::string name, std::initializer_list<std::pair<double, double>> points)
{
    ChartLine out;
    out.name = std::move(name);
    for (const auto &[x, y] : points)
        out.points.push_back({x, y, {}, {}, {"ceiling: " + out.name, {}}});
    return out;
}

/// Returns the bandwidth up to the peak `highest`, then each peak from where it meets the
/// bandwidth.
std::vector<ChartLine> roofs(const PanelCeilings &ceilings, double highest, const ChartPanel &panel)
{
    std::vector<ChartLine> out;
    if (ceilings.bandwidth > 0) {
        // A line that begins below the panel would be drawn with another slope.
        const double from = std::max(panel.x.least, panel.y.least / ceilings.bandwidth);
        const double to = highest > 0 ? ceilings.ridge(highest)
                                      : std::min(panel.x.most, panel.y.most / ceilings.bandwidth);
        out.push_back(ceiling(fmt::format("memory {}B/s", chartNumber(ceilings.bandwidth)),
                              {{from, from * ceilings.bandwidth}, {to, to * ceilings.bandwidth}}));
    }
    for (const auto &[name, peak] : ceilings.peaks) {
        const double from = std::max(panel.x.least, ceilings.ridge(peak));
        out.push_back(ceiling(fmt::format("{} {}FLOP/s", name, chartNumber(peak)),
                              {{from, peak}, {panel.x.most, peak}}));
    }
    return out;
}

/// Returns the lines of a data sheet, which are only guides.
std::vector<ChartLine> sheetLines(const PanelCeilings &sheet, double highest,
                                  const ChartPanel &panel)
{
    std::vector<ChartLine> out = roofs(sheet, highest, panel);
    for (ChartLine &line : out) {
        line.name = "data sheet: " + line.name;
        line.isDashed = true;
        line.isThin = true;
        for (ChartPoint &point : line.points)
            point.mark.text = line.name;
    }
    return out;
}

std::string panelNote(const DeviceDots &device, std::span<const ChartLine> ceilings)
{
    std::string out = countedText(device.dots.size()) + " drawn";
    if (device.above > 0)
        out += fmt::format(", {} above the ceiling", countedText(device.above));
    if (device.flagged > 0)
        out += fmt::format(", {} faster than physics", countedText(device.flagged));
    if (ceilings.empty())
        return out + "; no ceilings measured";
    std::vector<std::string_view> names;
    for (const ChartLine &each : ceilings)
        names.emplace_back(each.name);
    return out + fmt::format("; ceilings: {}", fmt::join(names, ", "));
}

ChartPanel rooflinePanel(DeviceDots device, const std::string &name)
{
    ChartPanel panel;
    panel.title = name;
    const PanelCeilings sheet = sheetCeilings(name, device.ceilings);
    device.includeCeilings(device.ceilings);
    device.includeCeilings(sheet);
    panel.x = decadeAxis("operations per byte", device.intensity.least, device.intensity.most);
    panel.y = decadeAxis("operations per second", device.rate.least, device.rate.most);
    panel.lines = roofs(device.ceilings, device.ceilings.highest(), panel);
    panel.note = panelNote(device, panel.lines);
    std::ranges::move(
        sheetLines(sheet, std::max(sheet.highest(), device.ceilings.highest()), panel),
        std::back_inserter(panel.lines));
    // Results are drawn above the references.
    panel.dots = std::move(device.references);
    std::ranges::move(device.dots, std::back_inserter(panel.dots));
    gatherDots(panel,
               [](std::size_t count) { return countedText(count) + " evaluations about here"; });
    return panel;
}

/// Returns "120 not correct; 5 without known operations (bytes only)"; empty if nothing is left
/// out.
std::string undrawnText(const RooflineStudy &study)
{
    std::string out;
    for (std::size_t i = 0; i < rooflineGaps; ++i) {
        const auto gap = static_cast<RooflineGap>(i);
        if (!study.of(gap).empty())
            out += fmt::format("{}{} {}", out.empty() ? "" : "; ",
                               countedText(study.of(gap).size()), label(gap));
    }
    return out;
}

std::string definitionOf(std::span<const MetricRow> rows, const RooflineStudy &study,
                         const ChartRequest &request)
{
    std::string out
        = "Correct, timed evaluations: operations and bytes by the task's formula (else inputs "
          "read "
          "and outputs written once) over the candidate's time. Lines: ceilings measured on the "
          "device before the run.";
    const auto isAny
        = [&study](const auto &condition) { return std::ranges::any_of(study.placed, condition); };
    if (study.withoutCeiling > 0)
        out += fmt::format(" Without a measured ceiling: {}.", countedText(study.withoutCeiling));
    if (isAny([&](const RooflineResult &each) {
            return each.isAbove() || rows[each.row].isWithheld;
        }))
        out += fmt::format(" Hollow: above {:.0f} % of its ceiling, or flagged by the audit.",
                           maxShareOfCeiling * 100);
    if (isAny([&](const RooflineResult &each) { return !rows[each.row].work->evidence.empty(); }))
        out += " Crossed: faster than the device's limit.";
    const bool hasReferences = request.rooflineDots == RooflineDots::WithReferences;
    if (hasReferences)
        out += " Hollow grey: the reference, with the same operations and bytes.";
    if (const std::string left = undrawnText(study); !left.empty())
        out += " Not drawn: " + left + ".";
    if (study.placed.size() * (hasReferences ? 2 : 1) > maxDots)
        out += fmt::format(" More than {} dots are merged into tiles with areas as their numbers.",
                           countedText(maxDots));
    return out;
}

} // namespace

Result<Chart> rooflineChart(std::span<const MetricRow> rows, const ChartRequest &request,
                            const std::stop_token &stop)
{
    const RooflineStudy study = rooflineStudy(rows);
    if (study.placed.empty())
        return Error{.code = Errc::Unsupported,
                     .message = "no correct, timed result has counts of operations and bytes",
                     .hint = "Not drawn: " + undrawnText(study)};
    const ChartSplit devices = chartSplit(rows, GroupBy::Device, maxRooflineDevices);
    std::vector<std::vector<RooflineResult>> byDevice(devices.names.size());
    for (const RooflineResult &result : study.placed) {
        const std::uint32_t device = devices.partOf[result.row];
        if (device != ChartSplit::notShown)
            byDevice[device].push_back(result);
    }
    const GroupTones tones(rows, request.groupBy);
    Chart chart;
    for (std::size_t i = 0; i < byDevice.size(); ++i) {
        if (stop.stop_requested())
            return Error{Errc::Cancelled, "the chart was cancelled"};
        DeviceDots dots;
        for (const RooflineResult &result : byDevice[i])
            addDot(rows[result.row], result, tones.of(result.row), dots);
        if (request.rooflineDots == RooflineDots::WithReferences)
            addReferences(rows, byDevice[i], dots);
        if (!dots.dots.empty())
            chart.panels.push_back(rooflinePanel(std::move(dots), devices.names[i]));
    }
    chart.legend = tones.legend();
    if (request.rooflineDots == RooflineDots::WithReferences)
        chart.legend.push_back({"reference", referenceTone()});
    chart.definition = definitionOf(rows, study, request) + devices.leftText();
    const auto hasSheet = [](const ChartPanel &panel) {
        return std::ranges::any_of(panel.lines, &ChartLine::isDashed);
    };
    if (std::ranges::any_of(chart.panels, hasSheet))
        chart.definition
            += " Dashed: the data sheet of the device's model, with its fastest variant.";
    return chart;
}

} // namespace loupe
