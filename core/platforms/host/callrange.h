// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace loupe {

/// Calls that follow each other: on which slots of the prepared tensors they are made.
struct CallRange {
    std::size_t first = 0;
    std::size_t count = 1;
    bool repeats = false; ///< all on the first slot; else each on the next, going round

    std::size_t slot(std::size_t call, std::size_t slotCount) const
    {
        return repeats ? first : (first + call) % slotCount;
    }
};

} // namespace loupe
