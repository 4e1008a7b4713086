// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/kloupe/figuremetrics.h"
#include "core/store/read/storereader.h"

#include <span>
#include <vector>

namespace loupe::cli {

/// The figures that need more of a correct evaluation than its row: what it used of its device
/// (--utilisation) and its speedup at equal work (--equal-work). Reads each of them from the store.
/// NotFound where not one evaluation keeps what such a figure is made from.
Result<FigureTables> measuredTables(StoreReader &reader, std::span<const MetricRow> rows,
                                    GroupBy groupBy, const FigureChoices &choices);

} // namespace loupe::cli
