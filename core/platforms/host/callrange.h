// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace loupe {

/// Consecutive calls, with the slots of the prepared tensors that they use.
struct CallRange {
    std::size_t first = 0;
    std::size_t count = 1;
    bool repeats = false; ///< all on the first slot; else each on the next, cyclically

    std::size_t slot(std::size_t call, std::size_t slotCount) const
    {
        return repeats ? first : (first + call) % slotCount;
    }
};

} // namespace loupe
