// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/chartbuilder.h"

#include "core/analysis/bestsofarchart.h"
#include "core/analysis/chartwords.h"
#include "core/analysis/costchart.h"
#include "core/analysis/devicechart.h"
#include "core/analysis/fastpchart.h"
#include "core/analysis/heatmapchart.h"
#include "core/analysis/passatkchart.h"
#include "core/analysis/rooflinechart.h"
#include "core/analysis/roundchangechart.h"
#include "core/analysis/roundflowchart.h"
#include "core/analysis/roundrateschart.h"
#include "core/analysis/roundsurvivalchart.h"
#include "core/analysis/speedupboxchart.h"
#include "core/analysis/speeduphistogramchart.h"
#include "core/analysis/successchart.h"

#include <algorithm>
#include <array>

namespace loupe {

namespace {

constexpr std::array chartKinds{
    ChartKindFacts{ChartKind::SpeedupHistogram, "speedup_histogram", "Speedup histogram", false},
    ChartKindFacts{ChartKind::FastPCurve, "fast_p", "fast_p curve", false},
    ChartKindFacts{ChartKind::SuccessBars, "success", "Success rate", false},
    ChartKindFacts{ChartKind::SpeedupBoxes, "speedup_boxes", "Speedup boxes", false},
    ChartKindFacts{ChartKind::HeatMap, "heat_map", "Heat map", false},
    ChartKindFacts{ChartKind::DeviceScatter, "device_scatter", "Across devices", false},
    ChartKindFacts{ChartKind::PassAtK, "pass_at_k", "pass@k", false},
    ChartKindFacts{ChartKind::CostCurve, "cost", "Cost to solve", false},
    ChartKindFacts{ChartKind::Roofline, "roofline", "Roofline", false},
    ChartKindFacts{ChartKind::RoundFlow, "round_flow", "Flow between rounds", true},
    ChartKindFacts{ChartKind::RoundSurvival, "round_survival", "Unsolved by round", true},
    ChartKindFacts{ChartKind::RoundRates, "round_rates", "Rates by round", true},
    ChartKindFacts{ChartKind::BestSoFar, "best_so_far", "Best so far", true},
    ChartKindFacts{ChartKind::RoundChange, "round_change", "Change between rounds", true},
};

Result<Chart> builtChart(std::span<const MetricRow> rows, const ChartRequest &request,
                         const std::stop_token &stop)
{
    switch (request.kind) {
    case ChartKind::SpeedupHistogram:
        return speedupHistogramChart(rows, request, stop);
    case ChartKind::FastPCurve:
        return fastPChart(rows, request, stop);
    case ChartKind::SuccessBars:
        return successChart(rows, request, stop);
    case ChartKind::SpeedupBoxes:
        return speedupBoxChart(rows, request, stop);
    case ChartKind::HeatMap:
        return heatMapChart(rows, request, stop);
    case ChartKind::DeviceScatter:
        return deviceChart(rows, request, stop);
    case ChartKind::PassAtK:
        return passAtKChart(rows, request, stop);
    case ChartKind::CostCurve:
        return costChart(rows, request, stop);
    case ChartKind::Roofline:
        return rooflineChart(rows, request, stop);
    case ChartKind::RoundFlow:
        return roundFlowChart(rows, request, stop);
    case ChartKind::RoundSurvival:
        return roundSurvivalChart(rows, request, stop);
    case ChartKind::RoundRates:
        return roundRatesChart(rows, request, stop);
    case ChartKind::BestSoFar:
        return bestSoFarChart(rows, request, stop);
    case ChartKind::RoundChange:
        return roundChangeChart(rows, request, stop);
    }
    return Error{Errc::Unsupported,
                 "this version cannot draw the chart " + std::string(facts(request.kind).id),
                 {},
                 {},
                 {}};
}

struct RowsLeft {
    std::size_t unsound = 0;
    std::size_t withheld = 0; ///< of the others
};

RowsLeft leftOf(std::span<const MetricRow> rows, bool soundTasksOnly)
{
    RowsLeft out;
    for (const MetricRow &row : rows) {
        if (soundTasksOnly && !row.taskSound)
            ++out.unsound;
        else if (row.isWithheld)
            ++out.withheld;
    }
    return out;
}

/// What the switches left out or let in, for the definition.
std::string leftOutText(const RowsLeft &left, bool withoutWithheld)
{
    std::string text;
    const auto count
        = [](std::size_t value) { return chartCount(static_cast<std::int64_t>(value)); };
    if (left.unsound > 0)
        text += " Left out: " + count(left.unsound) + " of unsound tasks.";
    if (left.withheld > 0)
        text += (withoutWithheld ? " Left out: " : " Included: ") + count(left.withheld)
            + " with a proof or an unreviewed suspicion.";
    return text;
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

Result<Chart> buildChart(std::span<const MetricRow> rows, const ChartRequest &request,
                         const std::stop_token &stop)
{
    // A round that is left out would make a trajectory shorter than it was: these charts count it
    // as unknown instead, and say so themselves.
    if (facts(request.kind).needsRounds) {
        auto chart = builtChart(rows, request, stop);
        if (chart)
            chart->definition += " Measured on " + devicesOf(rows) + ".";
        return chart;
    }
    const RowsLeft left = leftOf(rows, request.soundTasksOnly);
    const std::size_t removed = left.unsound + (request.withoutWithheld ? left.withheld : 0);
    std::vector<MetricRow> kept;
    if (removed > 0) {
        kept.reserve(rows.size() - removed);
        for (const MetricRow &row : rows) {
            const bool isLeftOut = (request.soundTasksOnly && !row.taskSound)
                || (request.withoutWithheld && row.isWithheld);
            if (!isLeftOut)
                kept.push_back(row);
        }
        rows = kept;
    }
    if (rows.empty())
        return Error{Errc::Unsupported,
                     "there is no evaluation to draw",
                     {},
                     removed > 0 ? "the switches leave all of them out" : "widen the filter",
                     {}};
    auto chart = builtChart(rows, request, stop);
    if (!chart)
        return chart;
    chart->n = static_cast<int>(rows.size());
    if (chart->title.empty())
        chart->title = facts(request.kind).label;
    chart->definition
        += leftOutText(left, request.withoutWithheld) + " Measured on " + devicesOf(rows) + ".";
    return chart;
}

} // namespace loupe
