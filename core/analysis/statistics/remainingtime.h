// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>

namespace loupe {

/// Progress of a run, as input for an estimate of its remaining time. All times are in seconds.
struct RunPace {
    std::span<const double> durations; ///< of finished items
    std::span<const double> underWay;  ///< time so far of started items
    int waiting = 0;                   ///< number of items that have not started
    /// Time during which items were running, without pauses.
    double elapsed = 0;
};

/// Estimate of the remaining time: the expected value, and limits with 80 % probability.
struct RemainingTime {
    double expected = 0;
    double low = 0;
    double high = 0;
    double perMinute = 0; ///< items per minute at the present pace
};

/// Predicts the remaining time as a sum of m durations like those seen. With mean x̄ and standard
/// deviation s of n durations, its mean is m x̄ and its variance m s² (1 + m/n). The second term
/// accounts for the estimation of x̄ (prediction of a sum, normal limits at ±1.2816). A running
/// item counts with its expected rest, at least a tenth of the mean. Work is converted to time by
/// the concurrency so far: seconds of work per second elapsed. No limit is below 0. Returns nullopt
/// before five items have finished, or if nothing is left.
std::optional<RemainingTime> remainingTime(const RunPace &pace);

} // namespace loupe
