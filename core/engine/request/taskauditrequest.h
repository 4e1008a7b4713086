// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/request/runrequest.h"

namespace loupe {

/// What to audit and how.
struct TaskAuditRequest {
    /// Used of it: name, store (empty: nothing is stored), taskFilter, jobs, resume, sandbox,
    /// limits, and of `python` interpreter, device, mode and suiteToggles.
    RunRequest run;
    double secondsPerTask = 20; ///< for what takes longest: operators, weights, inputs
};

} // namespace loupe
