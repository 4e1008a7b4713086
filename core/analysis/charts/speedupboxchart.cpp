// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/charts/chartgroups.h"
#include "core/analysis/charts/charts.h"
#include "core/analysis/charts/chartwords.h"
#include "core/analysis/rows/grouping.h"
#include "core/analysis/statistics/kerneldensity.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace loupe {

namespace {

/// Minimum number of values for a density; with fewer, it mostly shows its bandwidth.
constexpr std::size_t minViolinValues = 10;

struct TimedSpeedups {
    std::vector<double> values; ///< sorted
    std::vector<RowId> members;
    int correct = 0;
};

TimedSpeedups timedSpeedups(std::span<const MetricRow> rows, std::span<const std::uint32_t> places)
{
    TimedSpeedups out;
    for (const std::uint32_t place : places) {
        out.correct += outcomeOf(rows[place].verdict) == Outcome::Correct ? 1 : 0;
        if (const auto speedup = usableSpeedup(rows[place])) {
            out.values.push_back(*speedup);
            out.members.push_back(rows[place].id);
        }
    }
    std::sort(out.values.begin(), out.values.end());
    return out;
}

ChartBox speedupBox(TimedSpeedups speedups, const std::string &name)
{
    ChartBox box;
    box.low = quantileOf(speedups.values, 0.05);
    box.lowerQuartile = quantileOf(speedups.values, 0.25);
    box.median = quantileOf(speedups.values, 0.5);
    box.upperQuartile = quantileOf(speedups.values, 0.75);
    box.high = quantileOf(speedups.values, 0.95);
    box.mark.text = fmt::format(
        "{}: median {}, quartiles {} and {}, 5 % to 95 %: {} to {}, {} correct timed", name,
        chartSpeedup(box.median), chartSpeedup(box.lowerQuartile), chartSpeedup(box.upperQuartile),
        chartSpeedup(box.low), chartSpeedup(box.high),
        chartCountOf(static_cast<int>(speedups.values.size()), speedups.correct));
    box.mark.members = std::move(speedups.members);
    return box;
}

/// Returns the density over the logarithms, like the axis. It covers the 1st to the 99th
/// percentile, so that one outlier does not stretch the axis.
std::vector<ChartWidth> violinOf(const std::vector<double> &sorted)
{
    constexpr int points = 65;
    std::vector<double> logs;
    logs.reserve(sorted.size());
    for (const double speedup : sorted)
        logs.push_back(std::log2(speedup));
    const auto density
        = kernelDensity(logs, quantileOf(logs, 0.01), quantileOf(logs, 0.99), points);
    if (!density)
        return {};
    const double most = std::ranges::max(density->density);
    std::vector<ChartWidth> out;
    out.reserve(density->at.size());
    for (std::size_t i = 0; i < density->at.size() && most > 0; ++i)
        out.push_back({std::exp2(density->at[i]), density->density[i] / most});
    return out;
}

/// Adds a dot per value, because a density of few values would show its bandwidth.
void addSpeedupDots(std::span<const MetricRow> rows, std::span<const std::uint32_t> places,
                    const std::string &name, const ChartDot &like, ChartPanel &panel)
{
    for (const std::uint32_t place : places) {
        const auto speedup = usableSpeedup(rows[place]);
        if (!speedup)
            continue;
        ChartDot dot = like;
        dot.y = *speedup;
        dot.mark.text = fmt::format("{}: {}, {}", name, rows[place].task, chartSpeedup(*speedup));
        dot.mark.members = {rows[place].id};
        panel.dots.push_back(std::move(dot));
    }
}

ChartAxis boxAxis(const ChartPanel &panel)
{
    double least = 0.5;
    double most = 2;
    for (const ChartDot &dot : panel.dots) {
        least = std::min(least, dot.y);
        most = std::max(most, dot.y);
    }
    for (const ChartBox &box : panel.boxes) {
        least = std::min(least, box.low);
        most = std::max(most, box.high);
        if (!box.violin.empty()) {
            least = std::min(least, box.violin.front().at);
            most = std::max(most, box.violin.back().at);
        }
    }
    return speedupAxis("speedup", std::floor(std::log2(least) * 2) / 2,
                       std::ceil(std::log2(most) * 2) / 2);
}

/// Boxes, violins or dots of each part of each group. The parts are side by side, or in a panel
/// each if there are too many to distinguish.
class BoxPanels
{
public:
    BoxPanels(std::span<const MetricRow> rows, const ChartGroups &groups, const ChartSplit &split,
              bool hasViolins)
        : m_rows(rows)
        , m_split(split)
        , m_hasViolins(hasViolins)
        , m_lane(width / static_cast<double>(split.isMultiple() ? 1 : split.names.size()))
        , m_panels(split.isMultiple() ? split.names.size() : 1)
    {
        for (std::size_t i = 0; split.isMultiple() && i < split.names.size(); ++i)
            m_panels[i].title = split.names[i];
        for (const ChartGroup &group : groups.shown)
            m_names.push_back(group.name);
    }

    void add(std::size_t group, std::size_t part, std::span<const std::uint32_t> places)
    {
        TimedSpeedups speedups = timedSpeedups(m_rows, places);
        if (speedups.values.empty())
            return;
        ChartPanel &panel = m_panels[m_split.isMultiple() ? part : 0];
        const std::string name
            = m_split.isSplit() ? m_names[group] + ", " + m_split.names[part] : m_names[group];
        if (m_hasViolins && speedups.values.size() < minViolinValues) {
            ChartDot like;
            like.x = placeOf(group, part);
            like.tone = toneOf(part);
            addSpeedupDots(m_rows, places, name, like, panel);
            return;
        }
        std::vector<ChartWidth> violin;
        if (m_hasViolins)
            violin = violinOf(speedups.values);
        ChartBox box = speedupBox(std::move(speedups), name);
        box.at = placeOf(group, part);
        box.violin = std::move(violin);
        box.tone = toneOf(part);
        panel.boxes.push_back(std::move(box));
    }

    /// Returns the panels with the same axes; empty if nothing was added.
    std::vector<ChartPanel> take()
    {
        ChartPanel all;
        for (const ChartPanel &panel : m_panels) {
            all.boxes.insert(all.boxes.end(), panel.boxes.begin(), panel.boxes.end());
            all.dots.insert(all.dots.end(), panel.dots.begin(), panel.dots.end());
        }
        if (all.boxes.empty() && all.dots.empty())
            return {};
        for (ChartPanel &panel : m_panels) {
            panel.x = categoryAxis({}, m_names);
            panel.y = boxAxis(all);
        }
        return std::move(m_panels);
    }

private:
    static constexpr double width = 0.8; ///< of the space of one group

    double placeOf(std::size_t group, std::size_t part) const
    {
        const std::size_t lane = m_split.isMultiple() ? 0 : part;
        return static_cast<double>(group) - width / 2 + m_lane * (static_cast<double>(lane) + 0.5);
    }

    ChartTone toneOf(std::size_t part) const
    {
        return m_split.isSplit() && !m_split.isMultiple() ? seriesTone(part) : ChartTone();
    }

    std::span<const MetricRow> m_rows;
    const ChartSplit &m_split;
    bool m_hasViolins;
    double m_lane;
    std::vector<ChartPanel> m_panels;
    std::vector<std::string> m_names;
};

std::string boxDefinition(bool hasViolins)
{
    std::string out = "Speedups of correct, timed evaluations: median and quartiles, whiskers to "
                      "the 5th and 95th percentile (linear between neighbours).";
    if (hasViolins)
        out += fmt::format(
            " Violins: Gaussian kernel density over log2 of the speedup, bandwidth by "
            "Silverman's rule of thumb, 0.9 min(s, IQR / 1.34) n^(-1/5) (Silverman 1986, eq. "
            "3.31), drawn from the 1st to the 99th percentile, each as wide as the others at "
            "its widest; none where all values are the same. Groups of fewer than {} are drawn "
            "as points.",
            minViolinValues);
    return out;
}

} // namespace

Result<Chart> speedupBoxChart(std::span<const MetricRow> rows, const ChartRequest &request,
                              const std::stop_token &stop)
{
    const ChartGroups groups = chartGroups(rows, request, maxGroups);
    const ChartSplit split = chartSplit(rows, request.splitBy, maxPanels);
    const bool hasViolins = request.kind == ChartKind::SpeedupViolins;
    BoxPanels boxes(rows, groups, split, hasViolins);
    for (std::size_t group = 0; group < groups.shown.size(); ++group) {
        const auto parts = split.parts(groups.shown[group].places);
        for (std::size_t part = 0; part < parts.size(); ++part) {
            if (stop.stop_requested())
                return Error{Errc::Cancelled, "the chart was cancelled"};
            boxes.add(group, part, parts[part]);
        }
    }
    Chart chart;
    chart.panels = boxes.take();
    if (chart.panels.empty())
        return Error{.code = Errc::Unsupported,
                     .message = "no correct evaluation has a speedup",
                     .hint = "show others, or time these"};
    chart.legend = split.legend();
    if (split.isMultiple())
        chart.panelsOf = pluralText(split.what);
    chart.definition = boxDefinition(hasViolins) + groups.leftText() + split.leftText();
    return chart;
}

} // namespace loupe
