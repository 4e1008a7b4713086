// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/sandbox/tensorarena.h"

#include <vector>

namespace loupe {

/// A few elements of a result's first tensor as its own process saw them when a call had returned:
/// what looks otherwise later was finished behind the clock.
struct ElementGlimpse {
    std::vector<double> places; ///< shares of the way through its elements, below 1
    Json seen;                  ///< their bytes in hexadecimal, a list; untrusted

    /// Places that nobody can know beforehand, half of them in the last eighth, which is what a
    /// call that is late still owes.
    static ElementGlimpse anywhere();
    /// Whether the result holds what was seen. Of no places, or no elements, it does.
    bool stillHolds(const TensorArena &result) const;
};

} // namespace loupe
