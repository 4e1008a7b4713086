// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/charts/speeduphistogramchart.h"

#include "core/analysis/charts/chartgroups.h"
#include "core/analysis/charts/chartwords.h"
#include "core/analysis/rows/grouping.h"
#include "core/analysis/statistics/twothreads.h"
#include "core/base/groupeddigits.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

namespace loupe {

namespace {

constexpr std::size_t mostOverlaid = 4;

/// What has no speedup, in the order in which it stands left of the bins.
struct SpeedlessSlot {
    const char *tick;
    const char *text;
    const char *legend;
    Outcome outcome;
    int SpeedupHistogram::*count;
    std::vector<RowId> SpeedupHistogram::*members;
};
constexpr std::array speedlessSlots{
    SpeedlessSlot{"fail", "failures", "fail: failed", Outcome::Wrong, &SpeedupHistogram::failed,
                  &SpeedupHistogram::failedMembers},
    SpeedlessSlot{"–", "correct, not timed", "–: correct, not timed", Outcome::Correct,
                  &SpeedupHistogram::unmeasured, &SpeedupHistogram::unmeasuredMembers},
    SpeedlessSlot{"○", "unknown, skipped or infra error", "○: no record", Outcome::Unknown,
                  &SpeedupHistogram::uncounted, &SpeedupHistogram::uncountedMembers},
};

/// One part of a group: what counts, and what is only shown, hollow.
struct HistogramPart {
    SpeedupHistogram solid;
    SpeedupHistogram hollow;

    int n() const { return solid.n + hollow.n; }
};

struct HistogramGroup {
    std::string name;
    std::vector<HistogramPart> parts;
};

std::string edgesText(int bin, const HistogramAxis &axis)
{
    const auto edge = [&](int at) {
        return chartSpeedup(std::exp2(axis.minLog2 + static_cast<double>(at) / axis.binsPerOctave));
    };
    if (bin == 0)
        return "below " + edge(1);
    if (bin == axis.bins() - 1)
        return edge(bin) + " and more";
    return edge(bin) + " to " + edge(bin + 1);
}

/// Lays out the bars of one panel.
class HistogramPanel
{
public:
    HistogramPanel(const ChartRequest &request, const ChartSplit &split,
                   std::span<const SpeedlessSlot> slots)
        : m_request(request)
        , m_split(split)
        , m_slots(slots)
    {
    }

    ChartPanel of(HistogramGroup &group)
    {
        m_panel = {};
        m_panel.title = group.name;
        m_tallest = 0;
        for (std::size_t part = 0; part < group.parts.size(); ++part) {
            addSlots(group.parts[part], part);
            addBins(group.parts[part], part);
        }
        m_panel.note = noteOf(group);
        setAxes();
        return std::move(m_panel);
    }

private:
    bool isMirrored() const { return m_request.isMirrored && m_split.names.size() == 2; }
    double sign(std::size_t part) const { return isMirrored() && part == 1 ? -1.0 : 1.0; }

    /// On one scale for all bars of a panel, with a speedup and without.
    double heightOf(int count, const HistogramPart &part, std::size_t index) const
    {
        const double of = m_split.isSplit() ? part.n() : 1;
        return sign(index) * count / of;
    }

    /// Where a part's bar stands within [from, to], both as log2.
    void place(ChartBar &bar, double from, double to, std::size_t part) const
    {
        const std::size_t lanes = isMirrored() ? 1 : m_split.names.size();
        const std::size_t lane = isMirrored() ? 0 : part;
        const double width = (to - from) / static_cast<double>(lanes);
        bar.from = std::exp2(from + width * static_cast<double>(lane));
        bar.to = std::exp2(from + width * static_cast<double>(lane + 1));
    }

    ChartTone toneOf(std::size_t part, ChartTone alone) const
    {
        return m_split.isSplit() ? seriesTone(part) : alone;
    }

    std::string markText(const std::string &what, int count, const HistogramPart &part,
                         std::size_t index, bool isHollow) const
    {
        std::string text = what + ": " + chartCountOf(count, part.n());
        if (m_split.isSplit())
            text = m_split.names[index] + ", " + text;
        return isHollow ? text + ", under suspicion" : text;
    }

    double firstLog2() const { return m_request.axis.minLog2; }
    /// A slot is as wide as a bin and a half, with half a bin between them.
    double slotLog2(std::size_t slot) const
    {
        const double bin = 1.0 / m_request.axis.binsPerOctave;
        return firstLog2() - bin * 2 * static_cast<double>(m_slots.size() - slot);
    }

    void addSlots(HistogramPart &part, std::size_t index)
    {
        const double bin = 1.0 / m_request.axis.binsPerOctave;
        for (std::size_t slot = 0; slot < m_slots.size(); ++slot) {
            const SpeedlessSlot &kind = m_slots[slot];
            double base = 0;
            for (SpeedupHistogram *histogram : {&part.solid, &part.hollow}) {
                const bool isHollow = histogram == &part.hollow;
                const int count = histogram->*kind.count;
                if (count == 0)
                    continue;
                ChartBar bar;
                place(bar, slotLog2(slot), slotLog2(slot) + bin * 1.5, index);
                bar.base = base;
                base += heightOf(count, part, index);
                bar.value = base;
                bar.isDashed = true;
                bar.tone = toneOf(index, outcomeTone(kind.outcome));
                bar.tone.isHollow = true;
                if (!isHollow)
                    bar.label = groupedDigits(count);
                bar.mark.text = markText(kind.text, count, part, index, isHollow);
                bar.mark.members = std::move(histogram->*kind.members);
                m_panel.bars.push_back(std::move(bar));
            }
            m_tallest = std::max(m_tallest, std::abs(base));
        }
    }

    void addBins(HistogramPart &part, std::size_t index)
    {
        const HistogramAxis &axis = m_request.axis;
        for (int bin = 0; bin < axis.bins(); ++bin) {
            const auto at = static_cast<std::size_t>(bin);
            const double from = firstLog2() + static_cast<double>(bin) / axis.binsPerOctave;
            double base = 0;
            for (SpeedupHistogram *histogram : {&part.solid, &part.hollow}) {
                const bool isHollow = histogram == &part.hollow;
                const int count = histogram->counts[at];
                if (count == 0)
                    continue;
                ChartBar bar;
                place(bar, from, from + 1.0 / axis.binsPerOctave, index);
                ChartTone alone;
                alone.kind = from >= 0 ? ChartTone::Kind::Faster : ChartTone::Kind::Slower;
                bar.tone = toneOf(index, alone);
                bar.tone.isHollow = isHollow;
                bar.base = base;
                base += heightOf(count, part, index);
                bar.value = base;
                bar.mark.text = markText(edgesText(bin, axis), count, part, index, isHollow);
                bar.mark.members = std::move(histogram->members[at]);
                m_panel.bars.push_back(std::move(bar));
            }
            m_tallest = std::max(m_tallest, std::abs(base));
        }
    }

    std::string noteOf(const HistogramGroup &group) const
    {
        std::string note;
        for (const HistogramPart &part : group.parts) {
            note += note.empty() ? "" : " | ";
            note += chartCountOf(part.solid.correct + part.hollow.correct, part.n());
        }
        return note + " correct";
    }

    void setAxes()
    {
        const double bin = 1.0 / m_request.axis.binsPerOctave;
        const double left = m_slots.empty() ? firstLog2() : slotLog2(0) - bin / 4;
        const HistogramAxis &axis = m_request.axis;
        m_panel.x = speedupAxis(fmt::format("speedup (first bar: {}; last: {})", edgesText(0, axis),
                                            edgesText(axis.bins() - 1, axis)),
                                left, m_request.axis.maxLog2);
        std::erase_if(m_panel.x.ticks, [&](const ChartTick &tick) {
            return tick.at < std::exp2(firstLog2()) * (1 - 1e-9);
        });
        for (std::size_t slot = 0; slot < m_slots.size(); ++slot)
            m_panel.x.ticks.insert(m_panel.x.ticks.begin() + static_cast<std::ptrdiff_t>(slot),
                                   {std::exp2(slotLog2(slot) + bin * 0.75), m_slots[slot].tick});
        if (m_split.isSplit()) {
            m_panel.y = countAxis("share of n", m_tallest * 100);
            m_panel.y.most /= 100;
            for (ChartTick &tick : m_panel.y.ticks) {
                tick.at /= 100;
                tick.text += " %";
            }
        } else {
            m_panel.y = countAxis("evaluations", m_tallest);
            std::erase_if(m_panel.y.ticks, [](const ChartTick &tick) {
                return tick.at != std::floor(tick.at); // no halves of an evaluation
            });
        }
        if (!isMirrored())
            return;
        m_panel.y.least = -m_panel.y.most;
        for (std::size_t i = m_panel.y.ticks.size(); i-- > 1;)
            m_panel.y.ticks.insert(m_panel.y.ticks.begin(),
                                   {-m_panel.y.ticks[i].at, m_panel.y.ticks[i].text});
    }

    const ChartRequest &m_request;
    const ChartSplit &m_split;
    std::span<const SpeedlessSlot> m_slots;
    ChartPanel m_panel;
    double m_tallest = 0;
};

HistogramGroup histogramGroup(std::span<const MetricRow> rows, const ChartGroup &group,
                              const ChartSplit &split, const HistogramAxis &axis)
{
    HistogramGroup out{group.name, {}};
    for (std::vector<std::uint32_t> &places : split.parts(group.places)) {
        const auto hollow
            = std::stable_partition(places.begin(), places.end(),
                                    [&](std::uint32_t place) { return !rows[place].isWithheld; });
        const auto solid = static_cast<std::size_t>(hollow - places.begin());
        const std::span<const std::uint32_t> all(places);
        out.parts.push_back({speedupHistogram(rows, all.first(solid), group.name, axis),
                             speedupHistogram(rows, all.subspan(solid), group.name, axis)});
    }
    return out;
}

/// In the order of the groups; empty when told to stop.
std::vector<HistogramGroup> histogramGroups(std::span<const MetricRow> rows,
                                            const ChartGroups &groups, const ChartSplit &split,
                                            const HistogramAxis &axis, const std::stop_token &stop)
{
    std::vector<HistogramGroup> out(groups.shown.size());
    eachOnTwoThreads(out.size(), rows.size(), [&](std::size_t i) {
        if (!stop.stop_requested())
            out[i] = histogramGroup(rows, groups.shown[i], split, axis);
    });
    if (stop.stop_requested())
        out.clear();
    return out;
}

/// Those slots that any group needs, so that all panels are laid out alike.
std::vector<SpeedlessSlot> slotsOf(const std::vector<HistogramGroup> &groups)
{
    std::vector<SpeedlessSlot> out;
    for (const SpeedlessSlot &slot : speedlessSlots) {
        bool isNeeded = slot.outcome == Outcome::Wrong;
        for (const HistogramGroup &group : groups) {
            for (const HistogramPart &part : group.parts)
                isNeeded = isNeeded || part.solid.*slot.count + part.hollow.*slot.count > 0;
        }
        if (isNeeded)
            out.push_back(slot);
    }
    return out;
}

/// "Geometric mean 0.94× over 520 timed. " or nothing; of all rows, shown or not.
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

std::vector<ChartLegendEntry> histogramLegend(const ChartSplit &split,
                                              std::span<const SpeedlessSlot> slots, bool hasHollow)
{
    std::vector<ChartLegendEntry> out;
    if (split.isSplit()) {
        for (std::size_t part = 0; part < split.names.size(); ++part)
            out.push_back({split.names[part], seriesTone(part)});
    } else {
        ChartTone tone;
        tone.kind = ChartTone::Kind::Slower;
        out.push_back({"slower", tone});
        tone.kind = ChartTone::Kind::Faster;
        out.push_back({"faster", tone});
    }
    for (const SpeedlessSlot &slot : slots) {
        ChartTone tone = split.isSplit() ? ChartTone() : outcomeTone(slot.outcome);
        tone.isHollow = true;
        out.push_back({slot.legend, tone});
    }
    if (hasHollow) {
        ChartTone tone;
        tone.isHollow = true;
        out.push_back({"under suspicion", tone});
    }
    return out;
}

} // namespace

Result<Chart> speedupHistogramChart(std::span<const MetricRow> rows, const ChartRequest &request,
                                    const std::stop_token &stop)
{
    const ChartGroups groups = chartGroups(rows, request.groupBy, mostPanels);
    const ChartSplit split
        = chartSplit(rows, request.splitBy, request.isMirrored ? 2 : mostOverlaid);
    std::vector<HistogramGroup> histograms
        = histogramGroups(rows, groups, split, request.axis, stop);
    if (stop.stop_requested())
        return Error{Errc::Cancelled, "the chart was cancelled", {}, {}, {}};
    bool hasHollow = false;
    for (const HistogramGroup &group : histograms) {
        for (const HistogramPart &part : group.parts)
            hasHollow = hasHollow || part.hollow.n > 0;
    }
    const std::vector<SpeedlessSlot> slots = slotsOf(histograms);
    HistogramPanel panel(request, split, slots);
    Chart chart;
    for (HistogramGroup &group : histograms)
        chart.panels.push_back(panel.of(group));
    chart.legend = histogramLegend(split, slots, hasHollow);
    chart.definition = meanText(rows, histograms, groups.left == 0 && split.left == 0)
        + "Speedup = baseline time / candidate time of correct, timed evaluations, "
          "on log2 bins that include their lower edge; the outer ones are open. ";
    chart.definition += split.isSplit()
        ? "Heights are shares of the evaluations of each " + split.what + " in the group. "
        : "Heights are numbers of evaluations, each panel on its own scale. ";
    chart.definition += "Dashed bars: results without a speedup, on the same scale.";
    chart.definition += groups.leftText() + split.leftText();
    return chart;
}

} // namespace loupe
