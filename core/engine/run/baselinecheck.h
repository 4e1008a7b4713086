// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/request/plan.h"
#include "core/engine/request/runobserver.h"
#include "core/engine/request/runrequest.h"
#include "core/model/run.h"

#include <optional>
#include <string>

namespace loupe {

/// What is known of a run before it begins.
struct ComingRun {
    /// As Environment::deviceName; empty: known only where it runs.
    std::string device;
    std::string suite;
    std::string suiteHash;
    std::string reference; ///< "eager", "compile"…, of a benchmark in Python; empty: native
    std::string toolVersion;
    bool isTimed = true; ///< else device and reference do not matter
};

/// What makes the stored run's figures differ from the coming run's for other reasons than its
/// candidates. An imported run tells neither the hash of its suite nor which KernelLoupe timed it.
BaselineCheck compareWithBaseline(const Run &baseline, const ComingRun &coming);

/// The same for the run that the request's store has as its baseline; nullopt where there is none.
/// Asks NVML for a GPU's name and starts nothing.
std::optional<BaselineCheck> checkBaseline(const RunRequest &request, const Plan &plan);

} // namespace loupe
