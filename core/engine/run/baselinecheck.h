// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/request/runobserver.h"
#include "core/engine/run/resolvedrequest.h"
#include "core/model/record/run.h"
#include "core/store/read/storereader.h"

#include <optional>
#include <string>

namespace loupe {

/// Properties of a run before it begins.
struct ComingRun {
    /// Environment::deviceName; empty if known only where it runs.
    std::string device;
    std::string suite;
    std::string suiteHash;
    std::string reference; ///< "eager", "compile", … of a benchmark in Python; empty: native
    std::string toolVersion;
    bool isTimed = true; ///< if false, device and reference do not matter
};

/// Returns the reasons, other than candidates, why figures of the two runs may differ. An imported
/// run has neither a suite hash nor the version of KernelLoupe.
BaselineCheck compareWithBaseline(const Run &baseline, const ComingRun &coming);

/// Compares with the baseline among `runs`, those of the request's store; nullopt if there is none.
/// Asks NVML for a GPU's name and starts nothing.
std::optional<BaselineCheck> checkBaseline(const ResolvedRequest &coming, const StoredRuns &runs);

} // namespace loupe
