// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/store/read/storereader.h"

namespace loupe {

/// Calls `read`, which makes several calls to the reader, and repeats it if the store was written
/// meanwhile. Returns the last result. `isOneState` is false if the store was written each time, so
/// that parts of the result may be of different states.
template <typename Read>
auto readOneState(StoreReader &reader, bool &isOneState, const Read &read)
{
    constexpr int maxAttempts = 3;
    for (int attempt = 1;; ++attempt) {
        const auto before = reader.dataVersion();
        auto out = read();
        isOneState = reader.dataVersion() == before;
        if (!out || isOneState || attempt == maxAttempts)
            return out;
    }
}

} // namespace loupe
