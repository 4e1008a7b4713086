// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/kernelprofile.h"
#include "core/model/metricrow.h"

#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// One stored evaluation as an audit of records sees it, beside all others.
struct RecordedState {
    MetricRow row;
    int attempt = 0;
    std::string device;       ///< that its run took place on, as recorded
    std::string baseline;     ///< what its speedup is against, as recorded: "eager (5090 golden)"
    std::string sourceDigest; ///< SHA-256 of the candidate's source; empty: no source is stored
    std::optional<WorkRecord> work;
    std::vector<std::string> flags;
    /// Whether KernelLoupe measured it: each candidate beside a baseline of its own.
    bool isMeasuredHere = false;
    std::optional<double> speedupLow; ///< 95 % interval; none for most imports
    std::optional<double> speedupHigh;
};

} // namespace loupe
