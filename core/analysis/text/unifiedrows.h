// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/text/textalignment.h"

#include <cstdint>
#include <span>
#include <vector>

namespace loupe {

/// One line of two texts in a single column.
struct UnifiedRow {
    enum class Kind : std::uint8_t { Same, Removed, Added };
    Kind kind = Kind::Same;
    int line = 0;                ///< index in the left text if removed, else in the right
    std::vector<TextSpan> spans; ///< differences within the line; empty: the whole line
    friend bool operator==(const UnifiedRow &, const UnifiedRow &) = default;
};

/// Converts rows side by side to one column: in each difference, first the removed lines, then the
/// added ones.
std::vector<UnifiedRow> unifiedRows(std::span<const AlignedRow> rows);

} // namespace loupe
