// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/charts/chartgroups.h"
#include "core/analysis/charts/charts.h"
#include "core/analysis/charts/chartwords.h"
#include "core/analysis/charts/histogramaxis.h"
#include "core/analysis/metrics/scoreboard.h"
#include "core/analysis/rows/grouping.h"
#include "core/analysis/statistics/twothreads.h"
#include "core/base/counted.h"
#include "core/model/record/metricrow.h"
#include "core/model/record/recordedname.h"
#include "core/model/saved/chart.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace loupe {

namespace {

/// One series of a panel: counted results (solid), results shown only (hollow), and the outcomes of
/// all.
struct HistogramPart {
    std::string name; ///< empty if the panel has only one
    SpeedupHistogram solid;
    SpeedupHistogram hollow;
    ChartStrip strip;
    bool isSmall = false; ///< of few tasks, or a sum of small groups: does not set the axis of all

    int n() const { return solid.n + hollow.n; }
};

struct HistogramGroup {
    std::string name;
    std::vector<HistogramPart> parts;
};

/// Returns "n 24", or "n 4 to 9" if the parts have different numbers of tasks.
std::string noteOf(const HistogramGroup &group)
{
    const auto [least, most]
        = std::ranges::minmax(group.parts, {}, [](const HistogramPart &part) { return part.n(); });
    std::string out = "n " + groupedDigits(least.n());
    if (most.n() != least.n())
        out += " to " + groupedDigits(most.n());
    return out;
}

/// Explains why a group has no bars: nothing in it has a speedup.
std::string whyNoBars(const HistogramGroup &group)
{
    int correct = 0;
    for (const HistogramPart &part : group.parts)
        correct += part.solid.correct + part.hollow.correct;
    return correct == 0 ? "none correct" : groupedDigits(correct) + " correct, none with a speedup";
}

class HistogramPanel
{
public:
    HistogramPanel(const HistogramGroup &group, const ChartRequest &request)
        : m_group(group)
        , m_axis(request.axis)
        , m_isMirrored(request.isMirrored && group.parts.size() == 2)
    {
        m_panel.title = group.name;
        m_panel.note = noteOf(group);
        for (const HistogramPart &part : group.parts)
            m_panel.n = std::max(m_panel.n, part.n());
        for (std::size_t part = 0; part < group.parts.size(); ++part) {
            addStrip(part);
            addBins(part);
        }
        if (m_panel.bars.empty())
            m_panel.whyEmpty = whyNoBars(group);
    }

    double tallest() const { return m_tallest; }
    /// Returns the highest of the parts with enough tasks.
    double tallestOfMany() const { return m_tallestOfMany; }
    /// Returns the panel; bars above `most` are cut, and its note has the value of the highest.
    ChartPanel take(double most)
    {
        if (m_tallest > most)
            m_panel.note += ", bars to " + chartShare(m_tallest);
        return std::move(m_panel);
    }

private:
    const HistogramPart &part(std::size_t index) const { return m_group.parts[index]; }
    bool isOverlaid() const { return m_group.parts.size() > 1; }

    void addStrip(std::size_t index)
    {
        ChartStrip strip = part(index).strip;
        if (isOverlaid()) {
            strip.tone = seriesTone(index);
            for (ChartStrip::Part &each : strip.parts)
                each.mark.text = strip.name + ", " + each.mark.text;
        }
        m_panel.strips.push_back(std::move(strip));
    }

    void addBins(std::size_t index)
    {
        for (int bin = 0; bin < m_axis.bins(); ++bin) {
            double base = 0;
            for (const SpeedupHistogram *histogram : {&part(index).solid, &part(index).hollow}) {
                if (histogram->counts[static_cast<std::size_t>(bin)] > 0)
                    addBar(bin, index, *histogram, base);
            }
            m_tallest = std::max(m_tallest, std::abs(base));
            if (!part(index).isSmall)
                m_tallestOfMany = std::max(m_tallestOfMany, std::abs(base));
        }
    }

    void addBar(int bin, std::size_t index, const SpeedupHistogram &histogram, double &base)
    {
        const auto at = static_cast<std::size_t>(bin);
        const bool isHollow = &histogram == &part(index).hollow;
        const double sign = m_isMirrored && index == 1 ? -1.0 : 1.0;
        ChartBar bar;
        placeInBin(bar, bin, m_axis);
        bar.isStep = isOverlaid();
        bar.tone.kind
            = isFasterBin(bin, m_axis) ? ChartTone::Kind::Faster : ChartTone::Kind::Slower;
        if (isOverlaid())
            bar.tone = seriesTone(index);
        bar.tone.isHollow = isHollow;
        bar.base = base;
        base += sign * histogram.counts[at] / part(index).n();
        bar.value = base;
        bar.mark.text = markText(bin, index, histogram);
        bar.mark.members = histogram.members[at];
        m_panel.bars.push_back(std::move(bar));
    }

    std::string markText(int bin, std::size_t index, const SpeedupHistogram &histogram) const
    {
        std::string text = isOverlaid() ? part(index).name + ", " : std::string();
        text += binText(bin, m_axis);
        // The values in an open bin may be far from its edge.
        if (bin == 0)
            text += ", down to " + chartSpeedup(histogram.least);
        else if (m_axis.isOpen(bin))
            text += ", up to " + chartSpeedup(histogram.most);
        const int count = histogram.counts[static_cast<std::size_t>(bin)];
        text += ": " + chartCountOf(count, part(index).n());
        return &histogram == &part(index).hollow ? text + ", under suspicion" : text;
    }

    const HistogramGroup &m_group;
    const HistogramAxis &m_axis;
    bool m_isMirrored;
    ChartPanel m_panel;
    double m_tallest = 0;
    double m_tallestOfMany = 0;
};

/// Adds the lower half, which counts downwards from 0.
void mirror(ChartAxis &axis)
{
    axis.least = -axis.most;
    for (std::size_t i = axis.ticks.size(); i-- > 1;)
        axis.ticks.insert(axis.ticks.begin(), {-axis.ticks[i].at, axis.ticks[i].text});
}

/// Returns panels of histograms with the same axes; heights are shares of the n of each part.
std::vector<ChartPanel> histogramPanels(const std::vector<HistogramGroup> &groups,
                                        const ChartRequest &request, const std::string &xTitle)
{
    std::vector<HistogramPanel> panels;
    panels.reserve(groups.size());
    double tallest = 0;
    double tallestOfMany = 0;
    bool isMirrored = request.isMirrored;
    for (const HistogramGroup &group : groups) {
        const HistogramPanel &panel = panels.emplace_back(group, request);
        tallest = std::max(tallest, panel.tallest());
        tallestOfMany = std::max(tallestOfMany, panel.tallestOfMany());
        isMirrored = isMirrored && group.parts.size() == 2;
    }
    const ChartAxis x = histogramAxis(xTitle, request.axis);
    ChartAxis y = percentAxis("share of n", tallestOfMany > 0 ? tallestOfMany : tallest);
    const double most = y.most;
    if (isMirrored)
        mirror(y);
    std::vector<ChartPanel> out;
    out.reserve(groups.size());
    for (HistogramPanel &panel : panels) {
        out.push_back(panel.take(most));
        out.back().x = x;
        out.back().y = y;
    }
    return out;
}

constexpr std::array cellOrder{
    CellOutcome::CorrectFaster, CellOutcome::CorrectSlower, CellOutcome::CorrectUntimed,
    CellOutcome::Flagged,       CellOutcome::Wrong,         CellOutcome::Crash,
    CellOutcome::NoBuild,       CellOutcome::Timeout,       CellOutcome::NotJudged};
static_assert(cellOrder.size() == cellOutcomes, "every outcome of a cell has its part");

/// Returns the tone of a part of a strip.
ChartTone cellTone(CellOutcome outcome)
{
    ChartTone tone = outcomeTone(outcomeOf(outcome));
    if (outcome == CellOutcome::CorrectFaster || outcome == CellOutcome::CorrectSlower) {
        tone = {};
        tone.kind = outcome == CellOutcome::CorrectFaster ? ChartTone::Kind::Faster
                                                          : ChartTone::Kind::Slower;
    }
    tone.isHatched = outcome == CellOutcome::NotJudged;
    return tone;
}

ChartStrip::Part partOf(const std::vector<RowId> &members, CellOutcome outcome, int n)
{
    ChartStrip::Part out;
    out.name = label(outcome);
    out.count = static_cast<int>(members.size());
    out.tone = cellTone(outcome);
    out.mark.text = out.name + ": " + chartCountOf(out.count, n);
    out.mark.members = members;
    return out;
}

/// Counts the outcomes of the rows at `places`, in the order of CellOutcome.
ChartStrip outcomeStrip(std::span<const MetricRow> rows, std::span<const std::uint32_t> places,
                        std::string name)
{
    std::array<std::vector<RowId>, cellOutcomes> members;
    for (const std::uint32_t place : places) {
        const MetricRow &row = rows[place];
        members.at(static_cast<std::size_t>(cellOutcome(row))).push_back(row.id);
    }
    ChartStrip out;
    out.name = std::move(name);
    out.n = static_cast<int>(places.size());
    for (const CellOutcome outcome : cellOrder) {
        const auto &those = members.at(static_cast<std::size_t>(outcome));
        if (!those.empty())
            out.parts.push_back(partOf(those, outcome, out.n));
    }
    return out;
}

/// Returns the parts that occur in any strip of the panels, in their order.
std::vector<ChartLegendEntry> stripLegend(std::span<const ChartPanel> panels)
{
    std::vector<ChartLegendEntry> out;
    for (const CellOutcome outcome : cellOrder) {
        const ChartTone tone = cellTone(outcome);
        const bool occurs = std::ranges::any_of(panels, [&](const ChartPanel &panel) {
            return std::ranges::any_of(panel.strips, [&](const ChartStrip &strip) {
                return std::ranges::any_of(
                    strip.parts, [&](const ChartStrip::Part &part) { return part.tone == tone; });
            });
        });
        if (occurs)
            out.push_back({std::string(label(outcome)), tone});
    }
    return out;
}

HistogramPart histogramPart(std::span<const MetricRow> rows, std::vector<std::uint32_t> places,
                            const std::string &name, const HistogramAxis &axis)
{
    HistogramPart out;
    out.name = name;
    out.strip = outcomeStrip(rows, places, name);
    out.isSmall = hasFewTasks(rows, places);
    const auto hollow = std::stable_partition(
        places.begin(), places.end(), [&](std::uint32_t place) { return !rows[place].isWithheld; });
    const auto solid = static_cast<std::size_t>(hollow - places.begin());
    const std::span<const std::uint32_t> all(places);
    out.solid = speedupHistogram(rows, all.first(solid), axis);
    out.hollow = speedupHistogram(rows, all.subspan(solid), axis);
    return out;
}

bool hasSpeedup(std::span<const MetricRow> rows, std::span<const std::uint32_t> places)
{
    return std::ranges::any_of(
        places, [&](std::uint32_t place) { return usableSpeedup(rows[place]).has_value(); });
}

/// Sums the groups of places without any speedup in one last group, because their histograms would
/// be empty. Leaves a single one as it is. `what` is their plural: "categories".
void sumEmpty(std::span<const MetricRow> rows, std::vector<ChartGroup> &groups,
              const std::string &what)
{
    const auto first
        = std::stable_partition(groups.begin(), groups.end(), [&](const ChartGroup &group) {
              return hasSpeedup(rows, group.places);
          });
    if (groups.end() - first < 2)
        return;
    ChartGroup sum{{}, {}, 0};
    for (auto group = first; group != groups.end(); ++group) {
        sum.places.insert(sum.places.end(), group->places.begin(), group->places.end());
        sum.summed += group->summed;
    }
    sum.name = groupedDigits(static_cast<int>(sum.summed)) + " " + what + " without a speedup";
    groups.erase(first, groups.end());
    groups.push_back(std::move(sum));
}

/// Returns the panels of a group: one, or one per part if there are too many to overlay. Parts
/// without rows of the group are omitted.
std::vector<HistogramGroup> histogramGroup(std::span<const MetricRow> rows, const ChartGroup &group,
                                           const ChartSplit &split, const HistogramAxis &axis)
{
    std::vector<std::vector<std::uint32_t>> parts = split.parts(group.places);
    std::vector<HistogramGroup> out;
    if (!split.isMultiple()) {
        out.push_back({group.name, {}});
        for (std::size_t part = 0; part < parts.size(); ++part)
            out.back().parts.push_back(
                histogramPart(rows, std::move(parts[part]), split.names[part], axis));
        for (HistogramPart &part : out.back().parts)
            part.isSmall = part.isSmall || group.summed > 1;
        return out;
    }
    std::vector<ChartGroup> each;
    for (std::size_t part = 0; part < parts.size(); ++part) {
        if (!parts[part].empty())
            each.push_back({split.names[part], std::move(parts[part]), 1});
    }
    if (split.what != name(GroupBy::Shape))
        sumEmpty(rows, each, pluralText(split.what));
    for (ChartGroup &part : each) {
        out.push_back({group.name + " · " + part.name, {}});
        out.back().parts.push_back(histogramPart(rows, std::move(part.places), {}, axis));
    }
    return out;
}

/// Returns the histograms in the order of the groups; they are incomplete if stopped.
std::vector<HistogramGroup> histogramGroups(std::span<const MetricRow> rows,
                                            const ChartGroups &groups, const ChartSplit &split,
                                            const HistogramAxis &axis, const std::stop_token &stop)
{
    std::vector<std::vector<HistogramGroup>> each(groups.shown.size());
    eachOnTwoThreads(each.size(), rows.size(), [&](std::size_t i) {
        if (!stop.stop_requested())
            each[i] = histogramGroup(rows, groups.shown[i], split, axis);
    });
    std::vector<HistogramGroup> out;
    for (std::vector<HistogramGroup> &group : each)
        std::move(group.begin(), group.end(), std::back_inserter(out));
    return out;
}

/// Returns "Geometric mean 0.94× over 520 timed. " or an empty string, over all rows, shown or not.
std::string meanText(std::span<const MetricRow> rows, const std::vector<HistogramGroup> &groups,
                     bool areAllShown)
{
    double logs = 0;
    int timed = 0;
    for (const HistogramGroup &group : groups) {
        for (const HistogramPart &part : group.parts) {
            const int count = part.solid.correct - part.solid.unmeasured;
            logs += count > 0 ? count * std::log(part.solid.geometricMean) : 0.0;
            timed += count;
        }
    }
    if (!areAllShown) {
        logs = 0;
        timed = 0;
        for (const MetricRow &row : rows) {
            if (const auto speedup = row.isWithheld ? std::nullopt : usableSpeedup(row)) {
                logs += std::log(*speedup);
                ++timed;
            }
        }
    }
    if (timed == 0)
        return {};
    return "Geometric mean " + chartSpeedup(std::exp(logs / timed)) + " over "
        + groupedDigits(timed) + " timed. ";
}

/// Returns the baseline of all timed rows if they share one and it is recorded, else an empty
/// string.
std::string oneBaseline(std::span<const MetricRow> rows)
{
    std::optional<Name> out;
    for (const MetricRow &row : rows) {
        if (!usableSpeedup(row))
            continue;
        if (out && *out != row.baseline)
            return {};
        out = row.baseline;
    }
    return out && isRecordedName(out->text()) ? std::string(out->text()) : std::string();
}

std::vector<ChartLegendEntry> histogramLegend(const ChartSplit &split,
                                              std::span<const ChartPanel> panels, bool hasHollow)
{
    std::vector<ChartLegendEntry> out = split.legend();
    const auto parts = stripLegend(panels);
    out.insert(out.end(), parts.begin(), parts.end());
    if (hasHollow) {
        ChartTone tone;
        tone.isHollow = true;
        out.push_back({"under suspicion", tone});
    }
    return out;
}

bool hasHollow(std::span<const HistogramGroup> groups)
{
    return std::ranges::any_of(groups, [](const HistogramGroup &group) {
        return std::ranges::any_of(group.parts,
                                   [](const HistogramPart &part) { return part.hollow.n > 0; });
    });
}

} // namespace

Result<Chart> speedupHistogramChart(std::span<const MetricRow> rows, const ChartRequest &request,
                                    const std::stop_token &stop)
{
    ChartGroups groups = chartGroups(rows, request, maxPanels);
    if (request.groupBy != GroupBy::Shape) // whose results are the same ones
        sumEmpty(rows, groups.shown, pluralText(std::string(name(request.groupBy))));
    const ChartSplit split = chartSplit(rows, request.splitBy, request.isMirrored ? 2 : maxPanels);
    std::vector<HistogramGroup> histograms
        = histogramGroups(rows, groups, split, request.axis, stop);
    if (stop.stop_requested())
        return Error{Errc::Cancelled, "the chart was cancelled"};
    const bool isAnyHollow = hasHollow(histograms);
    const std::string baseline = oneBaseline(rows);
    const std::string over = baseline.empty() ? std::string() : " over " + baseline;
    Chart chart;
    chart.title = baseline.empty() ? "Speedup histogram" : "Speedup" + over;
    // One mean over separate series would pool what cannot be compared.
    if (!split.isSplit() && request.groupBy != GroupBy::Shape)
        chart.definition = meanText(rows, histograms, groups.left == 0);
    chart.definition += "Speedup = baseline time / candidate time of correct, timed evaluations, "
                        "on log2 bins that include their lower edge. ";
    chart.panels = histogramPanels(histograms, request, "speedup" + over);
    if (split.isMultiple())
        chart.panelsOf = "panels";
    chart.legend = histogramLegend(split, chart.panels, isAnyHollow);
    chart.definition += openBinsText(request.axis);
    chart.definition += split.isSplit()
        ? "Heights are shares of the n of each " + split.what + " in the group, "
        : "Heights are shares of the n of each panel, ";
    chart.definition += "on the same axes in all panels. Strips: outcomes of all n, 100 % wide.";
    chart.definition += groups.leftText() + split.leftText();
    return chart;
}

} // namespace loupe
