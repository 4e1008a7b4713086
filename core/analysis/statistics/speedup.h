// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace loupe {

/// Result of paired blocks of two sides. Milliseconds per call.
struct SpeedupEstimate {
    double candidateMs = 0; ///< median
    double baselineMs = 0;  ///< median
    double speedup = 0;     ///< baselineMs / candidateMs
    double low = 0;         ///< 95 % percentile bootstrap of the speedup, blocks resampled in pairs
    double high = 0;
};

/// Estimates the speedup of pairs (baseline[i], candidate[i]). Both spans have the same length, at
/// least 1, and all values are positive. Deterministic: the bootstrap (2000 resamples) uses a fixed
/// seed. For two or three pairs the interval is Student's, on a logarithmic scale; for one it is
/// the speedup itself.
SpeedupEstimate estimateSpeedup(std::span<const double> baselineMs,
                                std::span<const double> candidateMs);

/// Does the same for sides that were not measured in turn: each is resampled on its own, and their
/// numbers of samples may differ. A drift of the machine between the two measurements is not in the
/// interval. nullopt for fewer than four samples of a side.
std::optional<SpeedupEstimate> estimateUnpaired(std::span<const double> baselineMs,
                                                std::span<const double> candidateMs);

/// Combines several cases: the geometric mean of their speedups, an interval from theirs as
/// independent ones, and arithmetic means of the times. Requires at least one; all values positive.
SpeedupEstimate combineCases(std::span<const SpeedupEstimate> cases);

/// Half width of the 95 % interval of log(speedup) that remains between processes of one program,
/// due to other addresses and moments. Measured with tests/bench/noise.py on one NVIDIA H100 with
/// CUPTI.
inline constexpr double processHalfWidth = 0.008;
/// Half width for torch on processors by the host's clock, because processes lay out memory and
/// threads differently: eight operators, six processes each, on two busy processors.
inline constexpr double hostProcessHalfWidth = 0.12;
/// Returns the half width for benchmarks in Python that were timed by this clock, which is named as
/// in TimingSeries: "engine_wall", "cupti".
double processHalfWidthOf(std::string_view clock);
/// Remaining half width if the interval comes from several such processes of one server, which have
/// more in common than processes of different servers.
inline constexpr double sharedHalfWidth = 0.008;

/// Returns the estimate with its interval widened by an independent `halfWidth`, on a logarithmic
/// scale.
SpeedupEstimate allowingForProcesses(const SpeedupEstimate &estimate,
                                     double halfWidth = processHalfWidth);

/// Returns the half width of the 95 % Student interval of the mean of log(baseline/candidate):
/// about the relative half width of the speedup's interval. Infinite below two pairs.
double relativeHalfWidth(std::span<const double> baselineMs, std::span<const double> candidateMs);

} // namespace loupe
