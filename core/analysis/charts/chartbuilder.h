// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/charts/chartrequest.h"
#include "core/analysis/metrics/shaperows.h"
#include "core/analysis/population/population.h"
#include "core/analysis/rounds/roundstudy.h"
#include "core/base/result.h"
#include "core/model/record/metricrow.h"
#include "core/model/saved/chart.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Groups that a kind of chart divides its rows into.
enum class ChartGrouping : std::uint8_t {
    None,    ///< no groups
    Groups,  ///< by ChartRequest::groupBy
    Overlaid ///< by groupBy, then by ChartRequest::splitBy
};

/// A kind of chart: its names and its builder, which takes rows or trajectories.
struct ChartKindFacts {
    using OfRows = Result<Chart> (*)(std::span<const MetricRow> rows, const ChartRequest &request,
                                     const std::stop_token &stop);
    using OfRounds = Result<Chart> (*)(const RoundStudy &study, const ChartRequest &request,
                                       const std::stop_token &stop);

    ChartKind kind;
    std::string_view id;    ///< stable id for figure specs: "speedup_histogram"
    std::string_view label; ///< "Speedup histogram"
    ChartGrouping grouping = ChartGrouping::None;
    OfRows ofRows = nullptr;     ///< null for a chart over rounds
    OfRounds ofRounds = nullptr; ///< null for all other charts

    bool needsRounds() const { return ofRounds != nullptr; }
};

std::span<const ChartKindFacts> allChartKinds();
const ChartKindFacts &facts(ChartKind kind);
std::optional<ChartKind> chartKindFromId(std::string_view id);

/// Rows after the switches of a request were applied, with the number of excluded rows.
struct ChartRows {
    std::vector<MetricRow> rows;
    std::size_t unsound = 0;    ///< excluded because of an unsound task
    std::size_t flagged = 0;    ///< of the others: drawn, not counted as correct
    std::vector<GroupBy> split; ///< conditions whose values must not be pooled
    std::string population;  ///< description of the rows for the definition; empty without a scope
    std::size_t results = 0; ///< number before rows were split by shape; 0: they were not
    std::string shapes;      ///< how the shapes are counted, for the definition
};
/// Returns the rows for charts that share kind, scope, groups and switches.
ChartRows chartRows(std::vector<MetricRow> rows, const ChartRequest &request);
/// Does the same for a population that was made with the request's chartScope().
ChartRows chartRows(const Population &population, const ChartRequest &request);

/// Returns whether the chart draws rows by shape, so that withShapes() must have split them. Kinds
/// that do not separate their rows by `groupBy` or `splitBy` ignore a shape there, as they do all
/// other conditions.
bool drawsShapes(const ChartRequest &request);
/// Draws the rows by shape: `split` was made of the rows of `kept`.
ChartRows withShapes(ChartRows kept, RowsByShape split);

/// Builds the chart of these rows. Fails with the reason if the rows do not support it (no rounds,
/// only one device …), and with Cancelled if stopped.
Result<Chart> buildChart(std::span<const MetricRow> rows, const ChartRequest &request,
                         const std::stop_token &stop = {});
/// Builds a chart of rows that several charts share. `kept` must have been made with the same
/// switches. Not for charts over rounds, which need the excluded rows, too.
Result<Chart> buildChart(const ChartRows &kept, const ChartRequest &request,
                         const std::stop_token &stop = {});
/// Builds a chart over rounds from trajectories that several charts share. `study` must have been
/// made with the same switches. Not for other charts.
Result<Chart> buildChart(const RoundStudy &study, const ChartRequest &request,
                         const std::stop_token &stop = {});

/// Returns the scope of a request, extended by what its groups separate. Groups by a condition, run
/// or round become separate cells. The request must have a scope.
Scope chartScope(const ChartRequest &request);

/// Returns true if a chart shows samples or rounds instead of cells.
bool drawsObservations(ChartKind kind);

/// Returns the rows of a population that a chart of this kind draws.
std::vector<MetricRow> drawnRows(const Population &population, ChartKind kind);

/// Returns the conditions that a population splits.
std::vector<GroupBy> splitConditions(const Population &population);

/// Separates the values of split conditions in a chart whose request does not name them, so that no
/// chart pools them. They become overlaid series if the kind has them, else a part of the group
/// names. Returns the request to draw with, and changes `rows` to match.
ChartRequest drawnApart(std::vector<MetricRow> &rows, const std::vector<GroupBy> &split,
                        ChartRequest request);

} // namespace loupe
