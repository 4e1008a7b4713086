// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/charts/histogrampanel.h"

#include "core/analysis/charts/chartwords.h"
#include "core/analysis/charts/histogramaxis.h"
#include "core/base/counted.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace loupe {

namespace {

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

} // namespace

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

} // namespace loupe
