// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/sandbox/channel/tensorarena.h"

#include <string>
#include <vector>

namespace loupe {

/// Sample of a result's first tensor, read by the child when the call returned. An element that
/// differs later was written after the clock had stopped.
struct ElementGlimpse {
    std::vector<double> places;    ///< relative positions in the tensor, in [0, 1)
    std::vector<std::string> seen; ///< bytes in hexadecimal; untrusted

    /// Returns random positions, half of them in the last eighth, which a late call writes last.
    static ElementGlimpse anywhere();
    /// Reads the child's answer, a list of strings; anything else counts as nothing seen.
    void read(const Json &answer);
    /// Returns whether the result holds the seen bytes; true without positions or elements.
    bool stillHolds(const TensorArena &result) const;
    /// Returns whether the child, which keeps the result in a GPU's memory, sees the same bytes
    /// when it hands the result over.
    bool isSeenAgain(const Json &later) const;
};

} // namespace loupe
