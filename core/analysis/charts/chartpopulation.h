// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/charts/chartrequest.h"
#include "core/analysis/population/population.h"
#include "core/model/metricrow.h"

#include <span>
#include <vector>

namespace loupe {

/// The scope of a request, which must have one, with what its groups tell apart: groups by a
/// condition, by run or by round are cells of their own.
Scope chartScope(const ChartRequest &request);

/// Whether a chart is of samples or of rounds rather than of cells.
bool drawsObservations(ChartKind kind);

/// The rows of a population that a chart of this kind draws.
std::span<const MetricRow> drawnRows(const Population &population, ChartKind kind);

/// The conditions that a population splits.
std::vector<GroupBy> splitConditions(const Population &population);

/// Tells the values of split conditions apart in a chart whose request does not name them: as
/// overlaid series where the kind has them, else as part of the names of its groups. Returns the
/// request to draw with; changes `rows` to go with it. So no chart pools what a scope splits.
ChartRequest drawnApart(std::vector<MetricRow> &rows, const std::vector<GroupBy> &split,
                        ChartRequest request);

} // namespace loupe
