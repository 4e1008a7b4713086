// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/metrics/ratetable.h"
#include "core/report/tables/table.h"
#include "core/store/rows/rowsource.h"

#include <span>
#include <string>

namespace loupe {

/// Evaluations as people read them: status with its sign, speedup with its interval.
Table resultTable(std::span<const ResultRow> rows);

/// The headline table of `kloupe metrics`; the caption states every denominator.
Table rateTableText(std::span<const RateRow> rows, GroupBy groupBy);

} // namespace loupe
