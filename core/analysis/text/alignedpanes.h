// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/text/textalignment.h"

#include <vector>

namespace loupe {

/// Two texts side by side. Both panes have the same number of rows.
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
    std::vector<Row> base;          ///< the text that is compared with the other
    std::vector<Row> other;         ///< no rows without another text
    std::vector<Block> differences; ///< between both texts
};

/// Aligns both texts. The base is marked where it differs from the other.
AlignedPanes alignPanes(const AlignedText &base, const AlignedText &other,
                        const AlignmentOptions &options = {});

} // namespace loupe
