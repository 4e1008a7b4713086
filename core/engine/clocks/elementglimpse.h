// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/sandbox/tensorarena.h"

#include <string>
#include <vector>

namespace loupe {

/// A few elements of a result's first tensor as its own process saw them when a call had returned:
/// what looks otherwise later was finished behind the clock.
struct ElementGlimpse {
    std::vector<double> places;    ///< shares of the way through its elements, below 1
    std::vector<std::string> seen; ///< their bytes in hexadecimal, as the process says

    /// Places that nobody can know beforehand, half of them in the last eighth, which is what a
    /// call that is late still owes.
    static ElementGlimpse anywhere();
    /// Keeps what the process answers: a list of texts; anything else is nothing seen.
    void read(const Json &answer);
    /// Whether the result holds what was seen. Of no places, or no elements, it does.
    bool stillHolds(const TensorArena &result) const;
    /// The same of a result in a GPU's memory: whether its process sees the same there later, when
    /// it hands it over.
    bool isSeenAgain(const Json &later) const;
};

} // namespace loupe
