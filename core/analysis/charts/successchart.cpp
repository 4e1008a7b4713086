// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/charts/chartgroups.h"
#include "core/analysis/charts/charts.h"
#include "core/analysis/charts/chartwords.h"
#include "core/analysis/statistics/bootstrap.h"

#include <fmt/format.h>

namespace loupe {

namespace {

struct SuccessCounts {
    int judged = 0;
    std::vector<RowId> correct;
    std::vector<RowId> flagged; ///< correct, with a cheating finding
    std::optional<ShareLimits> interval;
};

SuccessCounts successCounts(std::span<const MetricRow> rows, std::span<const std::uint32_t> places,
                            const ChartRequest &request)
{
    SuccessCounts out;
    for (const std::uint32_t place : places) {
        const MetricRow &row = rows[place];
        const Outcome outcome = outcomeOf(row.verdict);
        out.judged += isJudged(outcome) ? 1 : 0;
        if (outcome == Outcome::Flagged || (outcome == Outcome::Correct && row.isWithheld))
            out.flagged.push_back(row.id);
        else if (outcome == Outcome::Correct)
            out.correct.push_back(row.id);
    }
    if (request.withIntervals && out.judged > 0)
        out.interval = wilsonLimits(static_cast<double>(out.correct.size()), out.judged);
    return out;
}

/// Bars of each part of each group. The parts are side by side, or in a panel each if there are too
/// many to distinguish.
class SuccessPanels
{
public:
    SuccessPanels(const ChartGroups &groups, const ChartSplit &split)
        : m_groups(groups)
        , m_split(split)
        , m_panels(split.isMultiple() ? split.names.size() : 1)
    {
        std::vector<std::string> names;
        names.reserve(groups.shown.size());
        for (const ChartGroup &group : groups.shown)
            names.push_back(group.name);
        for (std::size_t i = 0; i < m_panels.size(); ++i) {
            m_panels[i].title = split.isMultiple() ? split.names[i] : std::string();
            m_panels[i].x = categoryAxis({}, names);
            m_panels[i].y = shareAxis("correct");
        }
    }

    void add(std::size_t group, std::size_t part, SuccessCounts counts)
    {
        if (counts.judged == 0)
            return;
        ChartPanel &panel = m_panels[m_split.isMultiple() ? part : 0];
        const double n = counts.judged;
        ChartBar bar = barAt(group, part);
        bar.value = static_cast<double>(counts.correct.size()) / n;
        if (counts.interval) {
            bar.low = counts.interval->low;
            bar.high = counts.interval->high;
        }
        const std::string interval = chartInterval(bar.low, bar.high);
        std::string name = m_groups.shown[group].name;
        if (m_split.isSplit())
            name += ", " + m_split.names[part];
        const auto text = [&](const std::vector<RowId> &members, const std::string &what) {
            return fmt::format("{}: {}{} {}, {} judged", name,
                               chartShare(static_cast<double>(members.size()) / n),
                               what == "correct" ? interval : "", what,
                               chartCountOf(static_cast<int>(members.size()), counts.judged));
        };
        ChartBar hollow = bar;
        bar.mark.text = text(counts.correct, "correct");
        if (!isOverlaid())
            bar.label = chartShare(bar.value);
        bar.mark.members = std::move(counts.correct);
        if (!counts.flagged.empty()) {
            hollow.low.reset();
            hollow.high.reset();
            hollow.base = bar.value;
            hollow.value = bar.value + static_cast<double>(counts.flagged.size()) / n;
            hollow.tone.isHollow = true;
            hollow.mark.text = text(counts.flagged, "flagged");
            hollow.mark.members = std::move(counts.flagged);
            panel.bars.push_back(std::move(hollow));
        }
        panel.bars.push_back(std::move(bar));
    }

    std::vector<ChartPanel> take() { return std::move(m_panels); }

private:
    bool isOverlaid() const { return m_split.isSplit() && !m_split.isMultiple(); }

    ChartBar barAt(std::size_t group, std::size_t part) const
    {
        constexpr double width = 0.72; // of the space of one group
        const double lane = width / static_cast<double>(isOverlaid() ? m_split.names.size() : 1);
        ChartBar bar;
        bar.from = static_cast<double>(group) - width / 2
            + lane * static_cast<double>(isOverlaid() ? part : 0);
        bar.to = bar.from + lane;
        bar.tone = isOverlaid() ? seriesTone(part) : outcomeTone(Outcome::Correct);
        return bar;
    }

    const ChartGroups &m_groups;
    const ChartSplit &m_split;
    std::vector<ChartPanel> m_panels;
};

} // namespace

Result<Chart> successChart(std::span<const MetricRow> rows, const ChartRequest &request,
                           const std::stop_token &stop)
{
    const ChartGroups groups = chartGroups(rows, request, maxGroups);
    const ChartSplit split = chartSplit(rows, request.splitBy, maxPanels);
    SuccessPanels panels(groups, split);
    for (std::size_t group = 0; group < groups.shown.size(); ++group) {
        const auto parts = split.parts(groups.shown[group].places);
        for (std::size_t part = 0; part < parts.size(); ++part) {
            if (stop.stop_requested())
                return Error{Errc::Cancelled, "the chart was cancelled"};
            panels.add(group, part, successCounts(rows, parts[part], request));
        }
    }
    Chart chart;
    chart.panels = panels.take();
    chart.legend = split.legend();
    if (split.isMultiple())
        chart.panelsOf = pluralText(split.what);
    chart.definition
        = "Share of the judged that are correct; unknown, skipped and infra errors are "
          "not judged.";
    if (request.withIntervals)
        chart.definition += " Intervals: 95 %, Wilson.";
    chart.definition += groups.leftText() + split.leftText();
    return chart;
}

} // namespace loupe
