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

/// What a reader of totals over rows of several suites must know, with a space in front; empty
/// where there is one suite.
std::string textOfMixedSuites(std::span<const MetricRow> rows);

} // namespace loupe
