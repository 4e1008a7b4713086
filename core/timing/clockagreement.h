// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// Allowed differences between clocks: a share of the device's span plus an allowance. The latter
/// covers a launch for events; launches, interpreter and wait for the host.
struct ClockTolerance {
    double relative = 0.10;
    double eventAllowanceMs = 0.020;
    double hostAllowanceMs = 0.250; ///< also for late events, which wait for launches
    /// Additional excess of the same clock: its excess for trusted code measured in turn with this,
    /// which is large on busy processors.
    double eventLatenessMs = 0;
    double hostLatenessMs = 0;
};

/// Readings of one side by all clocks. Milliseconds per call, medians; null: not measured.
struct ClockReadings {
    std::optional<double> cuptiMs;  ///< first start to last end on the device, gaps included
    std::optional<double> eventMs;  ///< between two CUDA events
    std::optional<double> hostMs;   ///< call and wait, in its own process
    std::optional<double> engineMs; ///< engine's wall clock around the block, per call
    std::optional<double> busyMs;   ///< cuptiMs without the gaps
    /// Lower quartiles: a busy processor delays some calls, hidden work lengthens all.
    std::optional<double> eventQuartileMs;
    std::optional<double> hostQuartileMs;
    std::optional<double> laterCuptiMs = {}; ///< as cuptiMs, of calls next to those between events
};

/// Comparison of clocks, with the numbers.
struct ClockAgreement {
    struct Disagreement {
        std::string clock; ///< deviating clock: "cuda_event", "host", "engine_wall"
        double saysMs = 0;
        double againstMs = 0; ///< reading of CUPTI
        double allowedMs = 0; ///< maximum allowed difference
    };
    std::vector<Disagreement> disagreements;

    bool holds() const { return disagreements.empty(); }
    /// Returns "cuda_event says 0.500 ms where cupti says 1.000 ms (0.120 allowed)", joined by ";
    /// ".
    std::string text() const;
};

/// Returns a tolerance with the excess of the clocks for trusted code, for code that ran in turn
/// with it.
ClockTolerance toleranceBeside(const ClockReadings &trusted);

/// Compares the clocks with CUPTI, with tolerance. An event or host clock must not be below the
/// device's busy time, nor its lower quartile (if known) above the device's span. The engine's wall
/// clock must not be below the span; it may exceed it by any amount, because it includes the time
/// between calls.
ClockAgreement compareClocks(const ClockReadings &readings, const ClockTolerance &tolerance = {});

} // namespace loupe
