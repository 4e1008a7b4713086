// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/rowindex.h"

#include <cstddef>
#include <span>

namespace loupe {

/// Excludes copies from consideration: observations that another run recorded before with the same
/// cell, sample, round, verdict and identical times. Real repetitions differ in their times. An
/// observation without times is a copy only if other observations of its run are copies. In such a
/// run, less complete records are copies, too, as in an excerpt. Returns the number of results.
/// `index` must belong to `rows`.
std::size_t removeCopies(std::span<const MetricRow> rows, RowIndex &index);

} // namespace loupe
