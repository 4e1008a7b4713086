// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/record/metricrow.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// A task of a method on one device.
struct DeviceSpeedup {
    Name device;
    double speedup = 0.0;
    std::vector<RowId> rows; ///< correct and timed
    bool isWithheld = false; ///< any of them is flagged
};

/// One task of one method across devices.
struct TaskPortability {
    Name suite;
    Name task;
    Name method;
    int devices = 0;             ///< number of devices where it was judged
    int correctOn = 0;           ///< number of these where it is correct
    std::optional<double> ratio; ///< largest / smallest speedup over devices with a timing
    std::string fastest;         ///< device of the largest speedup; empty without a ratio
    std::string slowest;
    /// Our score: the harmonic mean of the speedups over all devices where it was judged (after
    /// Pennycook, Sewall and Lee 2016). It is 0 if it fails on one, and nullopt if a correct result
    /// was not timed.
    std::optional<double> score;
    std::vector<DeviceSpeedup> speedups; ///< by device name; only devices with a timing
};

struct PortabilityTable {
    int devices = 0;
    std::vector<TaskPortability> tasks; ///< judged on two devices or more; largest ratio first
    /// KernelBench-X's cross-hardware figure: the largest ratio.
    std::optional<double> maxRatio;
    std::optional<double> medianRatio;
    int withRatio = 0;
    /// Our score: the arithmetic mean of the scores.
    std::optional<double> meanScore;
    int withScore = 0;
};

/// Computes speedups of each task across devices. `pairs` are the representatives of a population
/// that separates devices: one row for each pair and device, so that two devices in one run are
/// two results. If a pair is split by further conditions, its speedup on a device is the geometric
/// mean. No suite defines a portability score; ours are labelled as such.
PortabilityTable portabilityTable(std::span<const MetricRow> pairs);

} // namespace loupe
