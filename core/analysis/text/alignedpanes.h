// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/text/textalignment.h"

#include <span>
#include <vector>

namespace loupe {

/// Several texts side by side. All panes have the same number of rows.
struct AlignedPanes {
    struct Row {
        RowSide side;
        bool isDifferent = false;
        friend bool operator==(const Row &, const Row &) = default;
    };
    struct Block {
        int begin = 0; ///< first row
        int end = 0;   ///< end of the rows, exclusive
        friend bool operator==(const Block &, const Block &) = default;
    };
    std::vector<Row> base;               ///< the text that the others are compared with
    std::vector<std::vector<Row>> sides; ///< in input order
    std::vector<Block> differences;      ///< between the base and the side it is marked against
};

/// Aligns every side with the base. The base is marked where it differs from side `against`.
/// Without sides, the result has only the unmarked base.
AlignedPanes alignPanes(const AlignedText &base, std::span<const AlignedText> sides,
                        std::size_t against, const AlignmentOptions &options = {});

} // namespace loupe
