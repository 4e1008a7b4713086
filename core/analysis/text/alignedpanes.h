// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/text/textalignment.h"

#include <span>
#include <vector>

namespace loupe {

/// Several texts side by side. Every pane has as many rows as the others.
struct AlignedPanes {
    struct Row {
        RowSide side;
        bool isDifferent = false;
        friend bool operator==(const Row &, const Row &) = default;
    };
    struct Block {
        int begin = 0; ///< rows from here
        int end = 0;   ///< to before here
        friend bool operator==(const Block &, const Block &) = default;
    };
    std::vector<Row> base;               ///< the text that the others are compared with
    std::vector<std::vector<Row>> sides; ///< in the order they were given
    std::vector<Block> differences;      ///< between the base and the side it is marked against
};

/// Every side is compared with the base; the base is marked where it differs from side `against`.
/// Without sides, the base stands alone, unmarked.
AlignedPanes alignPanes(const AlignedText &base, std::span<const AlignedText> sides,
                        std::size_t against, const AlignmentOptions &options = {});

} // namespace loupe
