// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace loupe {

enum class SpeedVerdict { Faster, Slower, Unclear };

/// By how much two equal kernels may seem to differ in one timing: another process, other addresses
/// and another moment move a median by more than its interval says. Measured with
/// tests/bench/noise.py.
inline constexpr double speedThreshold = 0.02;

/// What a speedup's 95 % interval says: faster where all of it lies above 1 + threshold, slower
/// where all of it lies below the inverse of that, else unclear. `low` and `high` positive.
SpeedVerdict judgeSpeed(double low, double high, double threshold = speedThreshold);

/// "faster", "slower", "unclear".
std::string_view name(SpeedVerdict verdict);

} // namespace loupe
