// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace loupe {

enum class SpeedVerdict { Faster, Slower, Unclear };

/// Difference that two equal kernels may show in one timing: process, addresses and moment move a
/// median by more than its interval. Measured with tests/bench/noise.py.
inline constexpr double speedThreshold = 0.02;

/// Judges a speedup's 95 % interval: faster if all of it lies above 1 + threshold, slower if all of
/// it lies below the inverse, else unclear. `low` and `high` must be positive.
SpeedVerdict judgeSpeed(double low, double high, double threshold = speedThreshold);

/// Returns "faster", "slower" or "unclear".
std::string_view name(SpeedVerdict verdict);

} // namespace loupe
