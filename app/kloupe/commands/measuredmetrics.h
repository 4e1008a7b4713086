// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/kloupe/commands/figuremetrics.h"
#include "core/store/read/storereader.h"

namespace loupe::cli {

/// Returns figures that need full evaluations from the store: utilisation of the device
/// (--utilisation) and speedup at equal work (--equal-work). Returns NotFound if no evaluation has
/// the data of a requested figure.
Result<FigureTables> measuredTables(StoreReader &reader, const Population &population,
                                    GroupBy groupBy, const FigureChoices &choices);

} // namespace loupe::cli
