// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/metrics/scoreboard.h"
#include "core/analysis/population/scope.h"
#include "core/model/saved/filter.h"

namespace loupe {

/// Cells that a number of the scoreboard counts.
enum class ScoreNumber { Attempted, Built, Correct, Faster, Timed };

/// Returns the filter for the cells of a scoreboard row: "method:x", and the value of each split
/// condition.
Filter seriesFilter(Filter filter, const ScoreRow &row);

/// Returns the filter for the cells that a number counts: "status:correct speedup>1".
Filter scoreFilter(Filter filter, const Scope &scope, ScoreNumber number);

/// Returns the filter for the cells with this outcome, by the verdict that the scope counts.
Filter outcomeFilter(Filter filter, const Scope &scope, CellOutcome outcome);

/// Returns the filter for the cells whose tasks the row counts. `isLevelled`: some tasks have a
/// level.
Filter categoryFilter(Filter filter, const CategoryRow &row, bool isLevelled);

} // namespace loupe
