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

} // namespace loupe
