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

/// What a reader of these rows' rates must know where they are of several suites, devices,
/// baselines and the like: sentences with a space in front; empty where they are of one of each.
std::string textOfMixedConditions(std::span<const MetricRow> rows, GroupBy groupBy);

} // namespace loupe
