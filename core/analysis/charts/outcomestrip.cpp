// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/charts/outcomestrip.h"

#include "core/analysis/charts/chartwords.h"

#include <algorithm>
#include <array>
#include <utility>

namespace loupe {

namespace {

constexpr std::array cellOrder{
    CellOutcome::CorrectFaster, CellOutcome::CorrectSlower, CellOutcome::CorrectUntimed,
    CellOutcome::Flagged,       CellOutcome::Wrong,         CellOutcome::Crash,
    CellOutcome::NoBuild,       CellOutcome::Timeout,       CellOutcome::NotJudged};
static_assert(cellOrder.size() == cellOutcomes, "every outcome of a cell has its part");

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

} // namespace

ChartTone cellTone(CellOutcome outcome)
{
    ChartTone tone;
    switch (outcome) {
    case CellOutcome::CorrectFaster:
        tone.kind = ChartTone::Kind::Faster;
        return tone;
    case CellOutcome::CorrectSlower:
        tone.kind = ChartTone::Kind::Slower;
        return tone;
    case CellOutcome::CorrectUntimed:
        return outcomeTone(Outcome::Correct);
    case CellOutcome::Flagged:
        return outcomeTone(Outcome::Flagged);
    case CellOutcome::Wrong:
        return outcomeTone(Outcome::Wrong);
    case CellOutcome::Crash:
        return outcomeTone(Outcome::Crash);
    case CellOutcome::NoBuild:
        return outcomeTone(Outcome::NoBuild);
    case CellOutcome::Timeout:
        return outcomeTone(Outcome::Timeout);
    case CellOutcome::NotJudged:
        break;
    }
    tone = outcomeTone(Outcome::Unknown);
    tone.isHatched = true;
    return tone;
}

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

} // namespace loupe
