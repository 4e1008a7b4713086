// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/rowindex.h"

#include <cstddef>
#include <span>

namespace loupe {

/// Takes out of consideration what other runs had recorded before: the same sample and round of the
/// same cell with the same verdict and the same times to the last digit. Honest repetitions differ
/// in their times. An observation without times is a copy only of a run of which others were
/// copied; there it is one, too, where it says less than the first: an excerpt of records knows
/// less. Returns how many. `index` is of `rows`.
std::size_t removeCopies(std::span<const MetricRow> rows, RowIndex &index);

} // namespace loupe
