// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>

namespace loupe {

/// What a run has shown so far, for telling how long the rest takes. Seconds everywhere.
struct RunPace {
    std::span<const double> durations; ///< of the items that have ended
    std::span<const double> underWay;  ///< how long the others that have begun take already
    int waiting = 0;                   ///< items that have not begun
    /// While items were under way; pauses are no part of it.
    double elapsed = 0;
};

/// How long the rest takes: what is expected, and the limits that hold it with 80 % probability.
struct RemainingTime {
    double expected = 0;
    double low = 0;
    double high = 0;
    double perMinute = 0; ///< items at the present pace
};

/// The rest as a sum of m further durations like those seen: with mean x̄ and standard deviation s
/// of n durations its mean is m x̄ and its variance m s² (1 + m/n), the second term because x̄ is
/// itself estimated (prediction of a sum, normal limits at ±1.2816). What is under way counts with
/// what it has still to go, at least a tenth of the mean. Work becomes time by the concurrency seen
/// so far: seconds of work for each second elapsed. No limit is below 0. None before five items
/// have ended, or when nothing is left.
std::optional<RemainingTime> remainingTime(const RunPace &pace);

} // namespace loupe
