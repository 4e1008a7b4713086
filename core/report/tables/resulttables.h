// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/metrics/ratetable.h"
#include "core/report/tables/table.h"
#include "core/store/rows/storedvalues.h"

#include <span>
#include <string>

namespace loupe {

/// Returns the sign of a verdict's outcome and its label: "✔ correct".
std::string verdictWithSign(Verdict verdict);

/// Shows evaluations for reading: status with its sign, speedup with its interval. Baselines and
/// the least speedup over several shapes have columns if a row has one.
Table resultTable(std::span<const ResultRow> rows);

/// Shows the headline table of `kloupe metrics`; the caption has every denominator.
Table rateTableText(std::span<const RateRow> rows, GroupBy groupBy);

} // namespace loupe
