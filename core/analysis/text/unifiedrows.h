// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/text/textalignment.h"

#include <cstdint>
#include <span>
#include <vector>

namespace loupe {

/// One line of two texts below each other.
struct UnifiedRow {
    enum class Kind : std::uint8_t { Same, Removed, Added };
    Kind kind = Kind::Same;
    int line = 0; ///< from 0: of the left text where it is removed, else of the right
    std::vector<TextSpan> spans; ///< what differs within the line; empty: all of it
    friend bool operator==(const UnifiedRow &, const UnifiedRow &) = default;
};

/// What stands side by side, in one column: of each difference first what was removed, then what
/// was added.
std::vector<UnifiedRow> unifiedRows(std::span<const AlignedRow> rows);

} // namespace loupe
