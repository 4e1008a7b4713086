// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

namespace loupe {

/// What paired blocks say about two sides. Milliseconds per call.
struct SpeedupEstimate {
    double candidateMs = 0; ///< median
    double baselineMs = 0;  ///< median
    double speedup = 0;     ///< baselineMs / candidateMs
    double low = 0;         ///< 95 % percentile bootstrap of the speedup, blocks resampled in pairs
    double high = 0;
};

/// Pairs are (baseline[i], candidate[i]); both spans have the same length, at least 1, all values
/// positive. Deterministic: the bootstrap (2000 resamples) uses a fixed seed. Of two or three pairs
/// the interval is Student's, on the logarithm's scale; of one there is none: both ends are it.
SpeedupEstimate estimateSpeedup(std::span<const double> baselineMs,
                                std::span<const double> candidateMs);

/// What several cases say together: the geometric mean of their speedups, whose interval comes from
/// theirs, taken to be independent; the times are arithmetic means. At least one, all positive.
SpeedupEstimate combineCases(std::span<const SpeedupEstimate> cases);

/// Half width of the 95 % interval of log(speedup) that is left between processes of one program,
/// however often each is timed: other addresses, another moment. Measured with tests/bench/noise.py
/// on one NVIDIA H100 by CUPTI's clock.
inline constexpr double processHalfWidth = 0.008;
/// The same of torch on processors by the host's clock, whose processes lay out their memory and
/// threads in other ways: eight operators, six processes each, on two busy processors.
inline constexpr double hostProcessHalfWidth = 0.12;
/// What is left of that where the interval comes from several such processes of one server, which
/// share more than processes of different servers do.
inline constexpr double sharedHalfWidth = 0.008;

/// The same estimate with an interval that allows for it, on the logarithm's scale, as independent
/// of what the blocks say.
SpeedupEstimate allowingForProcesses(const SpeedupEstimate &estimate,
                                     double halfWidth = processHalfWidth);

/// Half width of the 95 % Student interval of the mean of log(baseline/candidate): about the
/// relative half width of the speedup's interval. Infinite below two pairs.
double relativeHalfWidth(std::span<const double> baselineMs, std::span<const double> candidateMs);

} // namespace loupe
