// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/charts/rooflineshares.h"

#include "core/analysis/charts/chartbuilder.h"
#include "core/analysis/charts/chartgroups.h"
#include "core/analysis/charts/charts.h"
#include "core/analysis/charts/chartwords.h"
#include "core/base/counted.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace loupe {

namespace {

constexpr double openBarWidth = 0.05; ///< drawn width of the open bin

/// Returns "50 to 55 % of the ceiling".
std::string rangeText(const RooflineShareBin &bin)
{
    const std::string range = std::isinf(bin.to)
        ? fmt::format("above {:.0f} %", 100 * bin.from)
        : fmt::format("{:.0f} to {:.0f} %", 100 * bin.from, 100 * bin.to);
    return range + " of the ceiling";
}

ChartBar shareBar(const RooflineShareBin &bin, const std::string &group, const ChartTone &tone)
{
    ChartBar bar;
    bar.from = bin.from;
    bar.isOpen = std::isinf(bin.to);
    bar.to = bar.isOpen ? bin.from + openBarWidth : bin.to;
    bar.value = static_cast<double>(bin.ids.size());
    bar.tone = tone;
    bar.tone.isHollow = bar.isOpen;
    bar.mark.text = (group.empty() ? std::string() : group + ", ") + rangeText(bin) + ": "
        + counted(bin.ids.size(), "evaluation");
    bar.mark.members = bin.ids;
    return bar;
}

/// Returns the axis of the shares. The open bin at its end has a tick.
ChartAxis reachedAxis(const RooflineShareBin &open)
{
    ChartAxis axis = shareAxis("share of the ceiling reached");
    axis.most = open.from + openBarWidth;
    axis.reference = 1.0;
    axis.ticks.push_back(
        {open.from + openBarWidth / 2, fmt::format(">{:.0f} %", 100 * open.from), true});
    return axis;
}

/// Panel of a device, with a bar for each bin and group. The bars of a bin are stacked.
class SharePanel
{
public:
    SharePanel(std::span<const MetricRow> rows, const std::string &device) : m_rows(rows)
    {
        m_panel.title = device;
        m_panel.x = reachedAxis(rooflineShareBins({}, {}).back());
    }

    void stack(std::span<const RooflineResult> results, const std::string &group,
               const ChartTone &tone)
    {
        const std::vector<RooflineShareBin> bins = rooflineShareBins(m_rows, results);
        m_heights.resize(bins.size());
        for (std::size_t i = 0; i < bins.size(); ++i) {
            if (bins[i].ids.empty())
                continue;
            ChartBar bar = shareBar(bins[i], group, tone);
            bar.base = m_heights[i];
            bar.value += bar.base;
            m_heights[i] = bar.value;
            m_panel.n += static_cast<int>(bins[i].ids.size());
            m_panel.bars.push_back(std::move(bar));
        }
    }
    bool isEmpty() const { return m_panel.bars.empty(); }
    double tallest() const { return std::ranges::max(m_heights); }
    ChartPanel take()
    {
        m_panel.note = counted(m_panel.n, "evaluation") + " with a measured ceiling";
        return std::move(m_panel);
    }

private:
    std::span<const MetricRow> m_rows;
    ChartPanel m_panel;
    std::vector<double> m_heights; ///< of the stacks so far
};

Chart shareChartOf(std::span<const MetricRow> rows, GroupBy groupBy)
{
    const ChartSplit devices = chartSplit(rows, GroupBy::Device, maxRooflineDevices);
    const GroupTones tones(rows, groupBy);
    using ByTone = std::vector<std::vector<RooflineResult>>;
    std::vector<ByTone> byDevice(devices.names.size(), ByTone(tones.count()));
    for (const RooflineResult &result : rooflineStudy(rows).placed) {
        const std::uint32_t device = devices.partOf[result.row];
        if (device != ChartSplit::notShown)
            byDevice[device][tones.indexOf(result.row)].push_back(result);
    }
    Chart chart;
    chart.title = "Share of the ceiling reached";
    double tallest = 0;
    for (std::size_t i = 0; i < byDevice.size(); ++i) {
        SharePanel panel(rows, devices.names[i]);
        for (std::size_t tone = 0; tone < tones.count(); ++tone)
            panel.stack(byDevice[i][tone], tones.name(tone), tones.tone(tone));
        if (panel.isEmpty())
            continue;
        tallest = std::max(tallest, panel.tallest());
        chart.panels.push_back(panel.take());
    }
    ChartAxis counts = countAxis("evaluations", tallest);
    std::erase_if(counts.ticks,
                  [](const ChartTick &tick) { return tick.at != std::floor(tick.at); });
    for (ChartPanel &panel : chart.panels)
        panel.y = counts;
    chart.definition = fmt::format(
        "Shares of the measured ceiling that the drawn evaluations reached, in ranges of 5 % that "
        "include their lower end, in the colours of the roofline, on the same axes in all panels. "
        "Hollow: all above {:.0f} %.",
        100 * maxShareOfCeiling);
    return chart;
}

} // namespace

std::vector<RooflineGroup> rooflineGroups(const ChartRows &kept, const ChartRequest &request)
{
    if (kept.split.empty())
        return rooflineGroups(kept.rows, rooflineStudy(kept.rows), request.groupBy);
    std::vector<MetricRow> apart = kept.rows;
    const ChartRequest drawn = drawnApart(apart, kept.split, request);
    return rooflineGroups(apart, rooflineStudy(apart), drawn.groupBy);
}

Chart rooflineShareChart(const ChartRows &kept, const ChartRequest &request)
{
    if (kept.split.empty())
        return shareChartOf(kept.rows, request.groupBy);
    std::vector<MetricRow> apart = kept.rows;
    const ChartRequest drawn = drawnApart(apart, kept.split, request);
    return shareChartOf(apart, drawn.groupBy);
}

} // namespace loupe
