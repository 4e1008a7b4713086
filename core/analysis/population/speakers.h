// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/rowindex.h"
#include "core/analysis/population/scope.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace loupe {

/// Which cell each row belongs to, where further dimensions may tell those of the index apart.
struct NumberedCells {
    std::vector<std::uint32_t> cellOf; ///< of each row
    std::size_t count = 0;             ///< they are numbered below that
};

/// The place of the considered observation that speaks for each cell, ascending. Cells without one
/// have no speaker. `index` is of `rows`.
std::vector<std::uint32_t> speakersOf(std::span<const MetricRow> rows, const RowIndex &index,
                                      const NumberedCells &cells, const AttemptChoice &choice);

} // namespace loupe
