// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace loupe::outliers {

/// What the rules about rows that lie apart have in common.
inline constexpr double orderOfMagnitude = 10.0;
/// Fewer tasks have no usual speedup, and no usual ratio between two places.
inline constexpr std::size_t leastTasks = 5;
/// Fewer others cannot outvote one.
inline constexpr std::size_t leastOthers = 2;

} // namespace loupe::outliers
