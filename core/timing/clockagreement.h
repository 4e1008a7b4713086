// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// How far clocks may be apart before one of them is not believed: a share of the device's span and
/// an allowance for what lies between them (a launch for events; launches, the interpreter and the
/// wait for the host).
struct ClockTolerance {
    double relative = 0.10;
    double eventAllowanceMs = 0.020;
    double hostAllowanceMs = 0.250; ///< also of events that are late: they wait for launches
    /// By how much more the same clock may say: what it said too much of trusted code measured in
    /// turn with this, as it does where the processors are busy.
    double eventLatenessMs = 0;
    double hostLatenessMs = 0;
};

/// What three clocks say of one side. Milliseconds per call, medians; none: not asked.
struct ClockReadings {
    std::optional<double> cuptiMs;  ///< first start to last end on the device, gaps included
    std::optional<double> eventMs;  ///< between two CUDA events
    std::optional<double> hostMs;   ///< of the call and the wait for it, in its own process
    std::optional<double> engineMs; ///< of the engine's wall clock around the block, per call
    std::optional<double> busyMs;   ///< of cuptiMs without the gaps
    /// Lower quartiles: who waits for a busy processor waits in some calls, hidden work is in all.
    std::optional<double> eventQuartileMs;
    std::optional<double> hostQuartileMs;
};

/// Whether they agree, with the numbers.
struct ClockAgreement {
    struct Disagreement {
        std::string clock; ///< that does not fit: "cuda_event", "host", "engine_wall"
        double saysMs = 0;
        double againstMs = 0; ///< what CUPTI says
        double allowedMs = 0; ///< the difference that would have been allowed
    };
    std::vector<Disagreement> disagreements;

    bool holds() const { return disagreements.empty(); }
    /// "cuda_event says 0.500 ms where cupti says 1.000 ms (0.120 allowed)", one after the other.
    std::string text() const;
};

/// By how much the clocks of trusted code say too much, as a tolerance for what ran in turn with
/// it.
ClockTolerance toleranceBeside(const ClockReadings &trusted);

/// An event or host clock may not say less than the device was busy, nor its lower quartile (where
/// known) more than the device's span, both with tolerance. The engine's wall clock may not say
/// less; it brackets whole blocks with whatever lies between their calls, and may say any amount
/// more.
ClockAgreement compareClocks(const ClockReadings &readings, const ClockTolerance &tolerance = {});

} // namespace loupe
