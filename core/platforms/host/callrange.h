// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace loupe {

/// Consecutive calls, each on the next slot of the prepared tensors, cyclically.
struct CallRange {
    std::size_t first = 0;
    std::size_t count = 1;

    std::size_t slot(std::size_t call, std::size_t slotCount) const
    {
        return (first + call) % slotCount;
    }
};

} // namespace loupe
