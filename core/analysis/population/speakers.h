// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/rowindex.h"
#include "core/analysis/population/scope.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace loupe {

/// The cell of each row, after splitting the cells of the index by further dimensions.
struct NumberedCells {
    std::vector<std::uint32_t> cellOf; ///< per row
    std::size_t count = 0;             ///< cell numbers are below it
};

/// Returns the indices of the representative of each cell, ascending. Only considered observations
/// can represent a cell; cells without one are omitted. `index` must belong to `rows`.
std::vector<std::uint32_t> speakersOf(std::span<const MetricRow> rows, const RowIndex &index,
                                      const NumberedCells &cells, const AttemptChoice &choice);

} // namespace loupe
