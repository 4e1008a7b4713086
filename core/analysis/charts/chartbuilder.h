// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/charts/chartrequest.h"
#include "core/analysis/population/population.h"
#include "core/analysis/rounds/roundstudy.h"
#include "core/base/result.h"
#include "core/model/chart.h"
#include "core/model/metricrow.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// What groups a chart makes of its rows.
enum class ChartGrouping : std::uint8_t {
    None,    ///< all rows are one
    Groups,  ///< by ChartRequest::groupBy
    Overlaid ///< and within them by ChartRequest::splitBy
};

/// A kind of chart: its names, and what makes one, of rows or of the trajectories among them.
struct ChartKindFacts {
    using OfRows = Result<Chart> (*)(std::span<const MetricRow> rows, const ChartRequest &request,
                                     const std::stop_token &stop);
    using OfRounds = Result<Chart> (*)(const RoundStudy &study, const ChartRequest &request,
                                       const std::stop_token &stop);

    ChartKind kind;
    std::string_view id;    ///< stable, in figure specs: "speedup_histogram"
    std::string_view label; ///< "Speedup histogram"
    ChartGrouping grouping = ChartGrouping::None;
    OfRows ofRows = nullptr;     ///< null: a chart over rounds
    OfRounds ofRounds = nullptr; ///< null: any other

    bool needsRounds() const { return ofRounds != nullptr; }
};

std::span<const ChartKindFacts> allChartKinds();
const ChartKindFacts &facts(ChartKind kind);
std::optional<ChartKind> chartKindFromId(std::string_view id);

/// Rows without those that the switches of a request leave out; how many those were.
struct ChartRows {
    std::vector<MetricRow> rows;
    std::size_t unsound = 0;    ///< left out because of an unsound task
    std::size_t flagged = 0;    ///< of the others: drawn, not counted as correct
    std::vector<GroupBy> split; ///< conditions of which no two values may be drawn as one
    std::string population;     ///< what the rows are, for the definition; empty without a scope
};
/// The rows that charts draw which are alike in kind, scope, groups and switches.
ChartRows chartRows(std::vector<MetricRow> rows, const ChartRequest &request);
/// The same of a population that the request's chartScope() made.
ChartRows chartRows(const Population &population, const ChartRequest &request);

/// The chart of these rows. Refused with the reason where the rows cannot support it (no rounds,
/// one device alone …) and Cancelled when told to stop.
Result<Chart> buildChart(std::span<const MetricRow> rows, const ChartRequest &request,
                         const std::stop_token &stop = {});
/// The same of rows that several charts share; the switches of the request are those of `kept`. Not
/// for charts over rounds, which need the rows that are left out.
Result<Chart> buildChart(const ChartRows &kept, const ChartRequest &request,
                         const std::stop_token &stop = {});
/// A chart over rounds of trajectories that several charts share; the switches of the request are
/// those of `study`. Not for other charts.
Result<Chart> buildChart(const RoundStudy &study, const ChartRequest &request,
                         const std::stop_token &stop = {});

} // namespace loupe
