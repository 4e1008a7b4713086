// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/request/runrequest.h"

namespace loupe {

/// Options of a task audit.
struct TaskAuditRequest {
    /// Uses only name, store (empty: nothing is stored), taskFilter, jobs, resume, sandbox, limits,
    /// and of `python` interpreter, device, mode and suiteToggles.
    RunRequest run;
    double secondsPerTask = 20; ///< for the slowest parts: operators, weights, inputs
};

} // namespace loupe
