// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace loupe::outliers {

/// Limits shared by the rules about outlying rows.
inline constexpr double orderOfMagnitude = 10.0;
/// Minimum number of tasks for a usual speedup, or for a usual ratio between two places.
inline constexpr std::size_t minTasks = 5;
/// Minimum number of others that can outvote one.
inline constexpr std::size_t minOthers = 2;

} // namespace loupe::outliers
