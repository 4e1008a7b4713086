// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/metricrow.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// A task of a method on one device.
struct DeviceSpeedup {
    Name device;
    double speedup = 0.0;
    std::vector<RowId> rows; ///< its correct and timed samples
    bool isWithheld = false; ///< any of them
};

/// One task of one method across devices.
struct TaskPortability {
    Name suite;
    Name task;
    Name method;
    int devices = 0;             ///< where it was judged
    int correctOn = 0;           ///< of these
    std::optional<double> ratio; ///< largest / smallest speedup over devices where it was timed
    std::string fastest;         ///< device of the largest speedup; empty without a ratio
    std::string slowest;
    /// Ours: the harmonic mean of the speedups over all devices where it was judged, 0 as soon as
    /// it fails on one (after Pennycook, Sewall and Lee 2016). Empty where a correct one was not
    /// timed.
    std::optional<double> score;
    std::vector<DeviceSpeedup> speedups; ///< where it was timed, by the device's name
};

struct PortabilityTable {
    int devices = 0;
    std::vector<TaskPortability> tasks; ///< judged on two devices or more; largest ratio first
    /// KernelBench-X's cross-hardware figure: the largest ratio.
    std::optional<double> largestRatio;
    std::optional<double> medianRatio;
    int withRatio = 0;
    /// Ours: the arithmetic mean of the scores.
    std::optional<double> meanScore;
    int withScore = 0;
};

/// The speedup of a task on a device is the geometric mean over its correct and timed samples, each
/// in its last judged round. No suite defines a portability score; ours are labelled as ours.
PortabilityTable portabilityTable(std::span<const MetricRow> rows);

} // namespace loupe
