// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/leftout.h"
#include "core/analysis/population/rowindex.h"
#include "core/analysis/population/speakers.h"
#include "core/model/metricrow.h"

#include <cstdint>
#include <span>
#include <vector>

namespace loupe {

// A baseline belongs to speedups alone. Whether a kernel was built and is correct does not depend
// on it, so choosing a baseline takes no attempt out of a population: it takes speedups away.

/// Takes the speedup off every considered row that is not over `baseline`. Adds to `leftOut` how
/// many there were.
void keepSpeedupsOver(Name baseline, std::vector<MetricRow> &rows, const RowIndex &index,
                      std::vector<LeftOutObservations> &leftOut);

/// Attempts that were recorded against several baselines count once: a record over `baseline`
/// stands for those over others with the same cell, sample, round and verdict. Replaces those among
/// `representatives`, which stay ascending, and takes them out of consideration. What remains
/// without a speedup names no other baseline.
void mergeBaselines(Name baseline, std::vector<MetricRow> &rows, RowIndex &index,
                    const NumberedCells &cells, std::vector<std::uint32_t> &representatives);

} // namespace loupe
