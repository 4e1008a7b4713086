// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace loupe {

// Counts mismatches by relative error, |actual - expected| / |expected|, in a histogram with bins
// of half a decade. A bin includes its lower edge and excludes its upper one.

inline constexpr int errorEdges = 25;
/// Number of bins: below the first edge, between adjacent edges, from the last edge on, and errors
/// that are NaN or infinite.
inline constexpr int errorBins = errorEdges + 2;
inline constexpr int notFiniteBin = errorBins - 1;

/// Returns 1e-8, 3.16e-8, 1e-7 … 3.16e3, 1e4.
const std::array<double, errorEdges> &errorEdgeValues();

/// Returns the bin of a relative error; NaN and infinity have the last one.
int errorBin(double relative);

/// Number of mismatches in each bin; empty if they were not counted.
using ErrorCounts = std::vector<std::int64_t>;

/// Returns the sum; 0 if nothing was counted.
std::int64_t total(std::span<const std::int64_t> counts);

} // namespace loupe
