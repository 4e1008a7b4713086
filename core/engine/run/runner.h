// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/engine/request/runobserver.h"
#include "core/engine/request/runrequest.h"
#include "core/engine/run/runoutcome.h"

#include <stop_token>

namespace loupe {

/// Plans and executes the request, and stores each evaluation when it ends. Blocks, so call it on a
/// separate thread. `stop`, like the request's control, cancels within a second, even while a
/// candidate hangs. Finished evaluations are stored then, and the run can be resumed.
Result<RunOutcome> executeRun(const RunRequest &given, RunObserver &observer,
                              const std::stop_token &stop);

} // namespace loupe
