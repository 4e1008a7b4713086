// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace loupe {

/// A figure of a paper as a store keeps it: how it is made, and what was in it when it was last
/// exported.
struct StoredFigure {
    std::string name;       ///< unique in a store, whatever the case of its letters
    std::string spec;       ///< JSON, see core/report/figures/figurespec.h
    std::string savedAt;    ///< ISO 8601 UTC
    std::string dataHash;   ///< SHA-256 of the numbers that were exported; empty: never
    std::string numbers;    ///< they themselves, as CSV
    std::string exportedAt; ///< ISO 8601 UTC; empty: never
    friend bool operator==(const StoredFigure &, const StoredFigure &) = default;
};

} // namespace loupe
