// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/charts/chartrequest.h"
#include "core/analysis/population/population.h"
#include "core/model/record/metricrow.h"

#include <span>
#include <vector>

namespace loupe {

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
