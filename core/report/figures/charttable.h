// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/saved/chart.h"
#include "core/report/tables/datatable.h"

namespace loupe {

/// Returns every number that a chart draws, one row per mark, in drawing order, with the definition
/// as caption. Columns without values are omitted. The columns are:
/// - panel, mark, series,
/// - x (or a category), x_end,
/// - row (of a heat map; for a flow, the series where it ends),
/// - value, low, lower_quartile, upper_quartile, high,
/// - evaluations (number behind the mark), flag, text (description of the mark).
DataTable chartTable(const Chart &chart);

} // namespace loupe
