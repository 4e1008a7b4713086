// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// Allowed differences between clocks: a share of the device's span, plus an allowance. For events
/// the allowance covers one launch; for the host it covers launches, interpreter and waiting.
struct ClockTolerance {
    double relative = 0.10;
    double eventAllowanceMs = 0.020;
    double hostAllowanceMs
        = 0.250; ///< also for events that are late because they wait for launches
    /// Additional allowances: what the same clock exceeded for trusted code that was measured in
    /// turn with the code in question. They are large on busy processors.
    double eventLatenessMs = 0;
    double hostLatenessMs = 0;
};

/// Readings of all clocks for the candidate or the baseline: medians, in milliseconds per call.
/// Null: not measured.
struct ClockReadings {
    std::optional<double> cuptiMs;  ///< first start to last end on the device, gaps included
    std::optional<double> eventMs;  ///< between two CUDA events
    std::optional<double> hostMs;   ///< call and wait, in its own process
    std::optional<double> engineMs; ///< engine's wall clock around the block, per call
    std::optional<double> busyMs;   ///< cuptiMs without the gaps
    /// Lower quartiles. They tell apart a busy processor, which delays some calls, and hidden work,
    /// which lengthens all.
    std::optional<double> eventQuartileMs;
    std::optional<double> hostQuartileMs;
    std::optional<double> laterCuptiMs = {}; ///< as cuptiMs, of calls next to those between events
};

/// Result of comparing clocks, with the numbers.
struct ClockAgreement {
    struct Disagreement {
        std::string clock; ///< deviating clock: "cuda_event", "host", "engine_wall"
        double saysMs = 0;
        double againstMs = 0; ///< reading of CUPTI
        double allowedMs = 0; ///< maximum allowed difference
    };
    std::vector<Disagreement> disagreements;

    bool holds() const { return disagreements.empty(); }
    /// Returns "cuda_event says 0.500 ms where cupti says 1.000 ms (0.120 allowed)", one for
    /// each clock.
    std::string text() const;
};

/// Returns the tolerance for code that ran in turn with trusted code. It includes what the clocks
/// exceeded for the trusted code.
ClockTolerance toleranceBeside(const ClockReadings &trusted);

/// Compares the clocks with CUPTI, with tolerance. An event or host clock must not be below the
/// device's busy time, nor its lower quartile (if known) above the device's span. The engine's wall
/// clock must not be below the span; it may exceed it by any amount, because it includes the time
/// between calls.
ClockAgreement compareClocks(const ClockReadings &readings, const ClockTolerance &tolerance = {});

} // namespace loupe
