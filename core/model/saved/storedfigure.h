// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace loupe {

/// Stored figure of a paper: its specification, and its numbers when it was last exported.
struct StoredFigure {
    std::string name;       ///< unique in a store, ignoring case
    std::string spec;       ///< JSON, see core/report/figures/figurespec.h
    std::string savedAt;    ///< ISO 8601 UTC
    std::string dataHash;   ///< SHA-256 of the exported numbers; empty: never exported
    std::string numbers;    ///< the exported numbers, as CSV
    std::string exportedAt; ///< ISO 8601 UTC; empty: never
    friend bool operator==(const StoredFigure &, const StoredFigure &) = default;
};

} // namespace loupe
