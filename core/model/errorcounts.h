// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace loupe {

// Mismatches by how far they are off, for a histogram: |actual - expected| / |expected| in bins of
// half a decade. A bin holds its lower edge and not its upper one.

inline constexpr int errorEdges = 25;
/// Below the first edge, between two edges each, from the last edge on; then those that are no
/// number on either side.
inline constexpr int errorBins = errorEdges + 2;
inline constexpr int notFiniteBin = errorBins - 1;

/// 1e-8, 3.16e-8, 1e-7 … 3.16e3, 1e4.
const std::array<double, errorEdges> &errorEdgeValues();

/// The bin of a relative error; NaN and infinity have the last one.
int errorBin(double relative);

/// How many mismatches are in each bin; empty where they were not counted.
using ErrorCounts = std::vector<std::int64_t>;

/// The sum; 0 where nothing was counted.
std::int64_t total(std::span<const std::int64_t> counts);

} // namespace loupe
