// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/charts/chartbuilder.h"

#include "core/analysis/charts/chartgroups.h"
#include "core/analysis/charts/charts.h"
#include "core/analysis/charts/chartwords.h"
#include "core/analysis/charts/pairedchart.h"
#include "core/analysis/population/populationtext.h"
#include "core/analysis/rows/grouping.h"
#include "core/analysis/rows/mixedconditions.h"
#include "core/base/counted.h"

#include <algorithm>
#include <array>
#include <iterator>

#include <fmt/format.h>

namespace loupe {

namespace {

constexpr std::array chartKinds{
    ChartKindFacts{ChartKind::SpeedupHistogram, "speedup_histogram", "Speedup histogram",
                   ChartGrouping::Overlaid, speedupHistogramChart},
    ChartKindFacts{ChartKind::FastPCurve, "fast_p", "fast_p curve", ChartGrouping::Groups,
                   fastPChart},
    ChartKindFacts{ChartKind::SuccessBars, "success", "Success rate", ChartGrouping::Overlaid,
                   successChart},
    ChartKindFacts{ChartKind::SpeedupBoxes, "speedup_boxes", "Speedup boxes",
                   ChartGrouping::Overlaid, speedupBoxChart},
    ChartKindFacts{ChartKind::HeatMap, "heat_map", "Heat map", ChartGrouping::Overlaid,
                   heatMapChart},
    ChartKindFacts{ChartKind::DeviceScatter, "device_scatter", "Across devices",
                   ChartGrouping::None, deviceChart},
    ChartKindFacts{ChartKind::PassAtK, "pass_at_k", "pass@k", ChartGrouping::Groups, passAtKChart},
    ChartKindFacts{ChartKind::CostCurve, "cost", "Cost to solve", ChartGrouping::Groups, costChart},
    ChartKindFacts{ChartKind::Roofline, "roofline", "Roofline", ChartGrouping::Groups,
                   rooflineChart},
    ChartKindFacts{ChartKind::RoundFlow, "round_flow", "Flow between rounds", ChartGrouping::None,
                   nullptr, roundFlowChart},
    ChartKindFacts{ChartKind::RoundSurvival, "round_survival", "Unsolved by round",
                   ChartGrouping::Groups, nullptr, roundSurvivalChart},
    ChartKindFacts{ChartKind::RoundRates, "round_rates", "Rates by round", ChartGrouping::None,
                   nullptr, roundRatesChart},
    ChartKindFacts{ChartKind::BestSoFar, "best_so_far", "Best so far", ChartGrouping::Groups,
                   nullptr, bestSoFarChart},
    ChartKindFacts{ChartKind::RoundChange, "round_change", "Change between rounds",
                   ChartGrouping::None, nullptr, roundChangeChart},
    ChartKindFacts{ChartKind::SpeedupViolins, "speedup_violins", "Speedup violins",
                   ChartGrouping::Overlaid, speedupBoxChart},
    ChartKindFacts{ChartKind::PairedScatter, "paired_scatter", "Paired scatter",
                   ChartGrouping::Groups, pairedScatterChart},
};

bool isLeftOut(const MetricRow &row, bool soundTasksOnly)
{
    return soundTasksOnly && !row.taskSound;
}

ChartRows countLeftOut(std::span<const MetricRow> rows, bool soundTasksOnly)
{
    ChartRows out;
    for (const MetricRow &row : rows) {
        if (isLeftOut(row, soundTasksOnly))
            ++out.unsound;
        else if (outcomeOf(row.verdict) == Outcome::Flagged)
            ++out.flagged;
    }
    return out;
}

/// Describes, for the definition, what the switches excluded or flagged.
std::string leftOutText(const ChartRows &kept)
{
    std::string text;
    const auto count
        = [](std::size_t value) { return groupedDigits(static_cast<std::int64_t>(value)); };
    if (kept.unsound > 0)
        text += " Excluded: " + count(kept.unsound) + " of unsound tasks.";
    if (kept.flagged > 0)
        text += " Flagged by the audit, not counted as correct: " + count(kept.flagged) + ".";
    return text;
}

/// Describes the conditions that are pooled although their values cannot be compared, except those
/// that the groups separate.
std::string pooledText(std::span<const MetricRow> rows, const ChartRequest &request)
{
    std::vector<std::string> pooled;
    for (const MixedCondition &mixed : mixedConditions(rows)) {
        const bool isCompared = mixed.condition == request.groupBy
            || mixed.condition == request.splitBy
            || (mixed.condition == GroupBy::Device && request.kind == ChartKind::DeviceScatter);
        if (!isCompared)
            pooled.push_back(countedValues(mixed));
    }
    if (pooled.empty())
        return {};
    return fmt::format(" Mixed: {}, drawn as one.", fmt::join(pooled, " and "));
}

/// Builds the title from what the chart separates, so that it follows the request.
void nameChart(Chart &chart, const ChartRequest &request)
{
    const ChartKindFacts &kind = facts(request.kind);
    if (chart.title.empty())
        chart.title = kind.label;
    if (kind.grouping == ChartGrouping::None || request.groupBy == GroupBy::All)
        return;
    const std::string group(name(request.groupBy));
    chart.title += " by " + group;
    if (chart.panelsOf.empty())
        chart.panelsOf = pluralText(group);
}

/// Uses only the counts of `kept`, not its rows.
Result<Chart> chartOf(std::span<const MetricRow> rows, const ChartRows &kept,
                      const ChartRequest &request, const std::stop_token &stop)
{
    const bool isAnyLeftOut = kept.unsound > 0;
    if (rows.empty())
        return Error{.code = Errc::Unsupported,
                     .message = "there is no evaluation to draw",
                     .hint = isAnyLeftOut ? "the chart's options exclude all of them"
                                          : "widen the filter"};
    const auto isApart
        = [&](GroupBy each) { return each == request.groupBy || each == request.splitBy; };
    const ChartKindFacts &kind = facts(request.kind);
    auto chart = [&] {
        if (std::ranges::all_of(kept.split, isApart))
            return kind.ofRows(rows, request, stop);
        std::vector<MetricRow> apart(rows.begin(), rows.end());
        const ChartRequest drawn = drawnApart(apart, kept.split, request);
        return kind.ofRows(apart, drawn, stop);
    }();
    if (!chart)
        return chart;
    chart->n = static_cast<int>(kept.results > 0 ? kept.results : rows.size());
    nameChart(*chart, request);
    chart->definition += leftOutText(kept) + " Measured on " + devicesOf(rows) + "."
        + (kept.population.empty() ? pooledText(rows, request) : kept.population) + kept.shapes;
    return withLimits(*std::move(chart), request.limits);
}

} // namespace

std::span<const ChartKindFacts> allChartKinds()
{
    return chartKinds;
}

const ChartKindFacts &facts(ChartKind kind)
{
    return chartKinds[static_cast<std::size_t>(kind)];
}

std::optional<ChartKind> chartKindFromId(std::string_view id)
{
    const auto *const found = std::find_if(chartKinds.begin(), chartKinds.end(),
                                           [&](const auto &each) { return each.id == id; });
    return found == chartKinds.end() ? std::nullopt : std::optional(found->kind);
}

ChartRows chartRows(std::vector<MetricRow> rows, const ChartRequest &request)
{
    if (request.scope)
        return chartRows(populationOf(std::move(rows), chartScope(request)), request);
    if (request.withoutWithheld)
        flagWithheld(rows);
    ChartRows out = countLeftOut(rows, request.soundTasksOnly);
    out.rows = std::move(rows);
    std::erase_if(out.rows, [&](const MetricRow &row) {
        return !row.isSelected() || isLeftOut(row, request.soundTasksOnly);
    });
    return out;
}

ChartRows chartRows(const Population &population, const ChartRequest &request)
{
    std::vector<MetricRow> drawn = drawnRows(population, request.kind);
    ChartRows out = countLeftOut(drawn, request.soundTasksOnly);
    out.population = " " + captionOf(population);
    out.split = splitConditions(population);
    std::erase_if(drawn,
                  [&](const MetricRow &row) { return isLeftOut(row, request.soundTasksOnly); });
    out.rows = std::move(drawn);
    return out;
}

bool drawsShapes(const ChartRequest &request)
{
    // A kind that does not separate by shape would count each result once for each of its shapes.
    const ChartGrouping grouping = facts(request.kind).grouping;
    return (grouping != ChartGrouping::None && request.groupBy == GroupBy::Shape)
        || (grouping == ChartGrouping::Overlaid && request.splitBy == GroupBy::Shape);
}

ChartRows withShapes(ChartRows kept, RowsByShape split)
{
    kept.results = split.results;
    kept.shapes = " " + shapeSentence(split);
    kept.rows = std::move(split.rows);
    return kept;
}

Result<Chart> buildChart(const ChartRows &kept, const ChartRequest &request,
                         const std::stop_token &stop)
{
    if (facts(request.kind).needsRounds())
        return Error{Errc::Internal, "a chart over rounds needs the results of all rounds"};
    return chartOf(kept.rows, kept, request, stop);
}

Result<Chart> buildChart(const RoundStudy &study, const ChartRequest &request,
                         const std::stop_token &stop)
{
    const ChartKindFacts &kind = facts(request.kind);
    if (!kind.needsRounds())
        return Error{Errc::Internal, "trajectories can only be drawn over rounds"};
    auto chart = kind.ofRounds(study, request, stop);
    if (!chart)
        return chart;
    chart->definition += " Measured on " + study.devices + ".";
    return withLimits(*std::move(chart), request.limits);
}

/// Does the same for rows that the scope has not selected from yet.
static Result<Chart> chartOfScope(std::span<const MetricRow> rows, const ChartRequest &request,
                                  const std::stop_token &stop)
{
    const ChartRows kept = chartRows({rows.begin(), rows.end()}, request);
    if (!facts(request.kind).needsRounds())
        return chartOf(kept.rows, kept, request, stop);
    const auto study = roundStudy(kept.rows, request.soundTasksOnly, request.withoutWithheld, stop);
    if (!study)
        return study.error();
    auto chart = buildChart(*study, request, stop);
    if (chart)
        chart->definition += kept.population;
    return chart;
}

Result<Chart> buildChart(std::span<const MetricRow> rows, const ChartRequest &request,
                         const std::stop_token &stop)
{
    if (request.scope)
        return chartOfScope(rows, request, stop);
    if (facts(request.kind).needsRounds()) {
        const auto study = roundStudy(rows, request.soundTasksOnly, request.withoutWithheld, stop);
        return study ? buildChart(*study, request, stop) : Result<Chart>(study.error());
    }
    const bool isAsIs = std::ranges::none_of(rows, [&](const MetricRow &row) {
        return !row.isSelected() || isLeftOut(row, request.soundTasksOnly)
            || (request.withoutWithheld && row.isWithheld);
    });
    if (isAsIs) // avoids a copy of up to a million rows
        return chartOf(rows, countLeftOut(rows, request.soundTasksOnly), request, stop);
    const ChartRows kept = chartRows({rows.begin(), rows.end()}, request);
    return chartOf(kept.rows, kept, request, stop);
}

Scope chartScope(const ChartRequest &request)
{
    Scope out = *request.scope;
    out.includeWithheld = !request.withoutWithheld;
    tellApart(out, request.groupBy);
    if (request.splitBy)
        tellApart(out, *request.splitBy);
    if (request.kind == ChartKind::DeviceScatter)
        tellApart(out, GroupBy::Device);
    return out;
}

bool drawsObservations(ChartKind kind)
{
    switch (kind) {
    case ChartKind::PassAtK:
    case ChartKind::CostCurve:
    case ChartKind::RoundFlow:
    case ChartKind::RoundSurvival:
    case ChartKind::RoundRates:
    case ChartKind::BestSoFar:
    case ChartKind::RoundChange:
        return true;
    case ChartKind::SpeedupHistogram:
    case ChartKind::FastPCurve:
    case ChartKind::SuccessBars:
    case ChartKind::SpeedupBoxes:
    case ChartKind::HeatMap:
    case ChartKind::DeviceScatter:
    case ChartKind::Roofline:
    case ChartKind::SpeedupViolins:
    case ChartKind::PairedScatter:
        break;
    }
    return false;
}

std::vector<MetricRow> drawnRows(const Population &population, ChartKind kind)
{
    const bool isOfCosts = kind == ChartKind::CostCurve; // Every run costs.
    if (drawsObservations(kind) && !isOfCosts)
        return countedSamples(population);
    const std::span<const MetricRow> rows
        = isOfCosts ? population.observations() : population.cells();
    return {rows.begin(), rows.end()};
}

std::vector<GroupBy> splitConditions(const Population &population)
{
    std::vector<GroupBy> out;
    for (const PopulationCondition &each : population.conditions) {
        if (each.state == PopulationCondition::State::Split)
            out.push_back(each.condition);
    }
    return out;
}

namespace {

bool hasSeries(ChartKind kind)
{
    return kind == ChartKind::SpeedupHistogram || kind == ChartKind::SuccessBars
        || kind == ChartKind::SpeedupBoxes || kind == ChartKind::SpeedupViolins;
}

/// Returns "A100 · Fusion": the values of the conditions, then the group's own name, if any.
std::string nameApart(const MetricRow &row, const std::vector<GroupBy> &conditions, GroupBy groupBy)
{
    std::string out;
    for (const GroupBy each : conditions)
        out += (out.empty() ? "" : " · ") + groupName(row, each);
    return groupBy == GroupBy::All ? out : out + " · " + groupName(row, groupBy);
}

} // namespace

ChartRequest drawnApart(std::vector<MetricRow> &rows, const std::vector<GroupBy> &split,
                        ChartRequest request)
{
    std::vector<GroupBy> left;
    std::ranges::copy_if(split, std::back_inserter(left), [&](GroupBy each) {
        const bool hasPanels = each == GroupBy::Device && request.kind == ChartKind::Roofline;
        return each != request.groupBy && each != request.splitBy && !hasPanels;
    });
    if (!left.empty() && hasSeries(request.kind) && !request.splitBy) {
        request.splitBy = left.front();
        left.erase(left.begin());
    }
    if (left.empty())
        return request;
    const bool isHeatMap = request.kind == ChartKind::HeatMap;
    if (isHeatMap) {
        const GroupBy across = request.splitBy.value_or(GroupBy::Method);
        for (MetricRow &row : rows)
            row.method = Name(nameApart(row, left, across));
        request.splitBy = GroupBy::Method;
        return request;
    }
    for (MetricRow &row : rows)
        row.category = Name(nameApart(row, left, request.groupBy));
    request.groupBy = GroupBy::Category;
    request.sumsSmallGroups = false; // They may be of several devices, which are never pooled.
    return request;
}

} // namespace loupe
