// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/device/kernelprofile.h"
#include "core/model/record/metricrow.h"

#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// Stored evaluation as used by an audit of records, which compares it with all others.
struct RecordedState {
    MetricRow row;
    int attempt = 0;
    std::string device;       ///< of its run, as recorded
    std::string baseline;     ///< baseline of its speedup, as recorded: "eager (5090 golden)"
    std::string sourceDigest; ///< SHA-256 of the candidate's source; empty if no source is stored
    std::optional<WorkRecord> work;
    std::vector<std::string> flags;
    /// Measured by KernelLoupe, each candidate against a baseline timed with it.
    bool isMeasuredHere = false;
    std::optional<double> speedupLow; ///< 95 % interval; nullopt for most imports
    std::optional<double> speedupHigh;
};

} // namespace loupe
