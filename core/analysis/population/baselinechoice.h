// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/attemptnumbers.h"
#include "core/analysis/population/condition.h"
#include "core/analysis/population/rowindex.h"
#include "core/analysis/population/scope.h"
#include "core/analysis/population/speakers.h"
#include "core/model/record/metricrow.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace loupe {

// A baseline affects only speedups. Whether a kernel was built and is correct does not depend on
// it. Choosing a baseline therefore removes speedups from a population, not attempts.

/// Removes the speedup from every considered row that is not over `baseline`, and adds their number
/// to `leftOut`.
void keepSpeedupsOver(Name baseline, std::vector<MetricRow> &rows, const RowIndex &index,
                      std::vector<LeftOutObservations> &leftOut);

/// The attempts of rows for mergeBaselines(). They do not depend on the baseline that is chosen.
struct AttemptsToMerge {
    Attempts attempts;                     ///< empty if there is nothing to merge
    std::optional<AttemptNumbers> numbers; ///< nullopt if the rows are over at most one baseline
};

/// `isChosen`: a baseline is chosen.
AttemptsToMerge attemptsToMerge(std::span<const MetricRow> rows, const RowIndex &index,
                                const NumberedCells &cells, bool isChosen);

/// Merges the rows of each attempt (attemptnumbers.h), so that it counts once, whatever baseline is
/// chosen and whether it is timed. `merged` are those of the rows. Of each attempt, the row over
/// `baseline` is kept, else the representative, else one in the run of the representative. The
/// other rows are no longer considered. A representative over another baseline is replaced by a
/// timed row over `baseline` with the same sample, round and verdict; representatives stay
/// ascending. Clears the baseline of the remaining rows that are over others. `baseline` is nullopt
/// if none is chosen.
void mergeBaselines(std::optional<Name> baseline, const AttemptsToMerge &merged,
                    std::vector<MetricRow> &rows, RowIndex &index, const NumberedCells &cells,
                    std::vector<std::uint32_t> &representatives);

/// Gives each row its speedup over the scope's baseline, for lists of results. Over a method, its
/// times must be the rows' references (methodbaseline.h). Other speedups are removed. If the scope
/// chooses no baseline, recorded speedups stay, and a row without a baseline gets the speedup over
/// its first reference time.
void useBaselineOf(const Scope &scope, std::vector<MetricRow> &rows);

} // namespace loupe
