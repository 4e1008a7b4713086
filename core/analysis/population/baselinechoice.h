// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/leftout.h"
#include "core/analysis/population/rowindex.h"
#include "core/analysis/population/scope.h"
#include "core/analysis/population/speakers.h"
#include "core/model/metricrow.h"

#include <cstdint>
#include <span>
#include <vector>

namespace loupe {

// A baseline affects only speedups. Whether a kernel was built and is correct does not depend on
// it. Choosing a baseline therefore removes speedups from a population, not attempts.

/// Removes the speedup from every considered row that is not over `baseline`, and adds their number
/// to `leftOut`.
void keepSpeedupsOver(Name baseline, std::vector<MetricRow> &rows, const RowIndex &index,
                      std::vector<LeftOutObservations> &leftOut);

/// Merges attempts that were recorded against several baselines, so that each counts once. A record
/// over `baseline` replaces those over others with the same cell, sample, round and verdict. The
/// replaced rows are no longer considered. Replaces them among `representatives`, too, which stay
/// ascending. Clears the baseline of the remaining rows that are over others.
void mergeBaselines(Name baseline, std::vector<MetricRow> &rows, RowIndex &index,
                    const NumberedCells &cells, std::vector<std::uint32_t> &representatives);

/// Gives each row its speedup over the scope's baseline, for lists of results. Over a method, its
/// times must be the rows' references (methodtimes.h). Other speedups are removed. If the scope
/// chooses no baseline, recorded speedups stay, and a row without a baseline gets the speedup over
/// its first reference time.
void useBaselineOf(const Scope &scope, std::vector<MetricRow> &rows);

} // namespace loupe
