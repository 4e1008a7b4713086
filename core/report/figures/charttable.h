// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/chart.h"
#include "core/report/tables/datatable.h"

namespace loupe {

/// Every number that a chart draws, one row for each mark, in the order in which they are drawn;
/// its definition is the caption. Columns that no row needs are left out:
/// panel, mark, series, x (or a category), x_end, row (of a heat map; of a flow: the series it ends
/// in), value, low, lower_quartile, upper_quartile,
/// high, evaluations (how many stand behind the mark), flag, text (the mark in words).
DataTable chartTable(const Chart &chart);

} // namespace loupe
