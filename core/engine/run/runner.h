// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/engine/request/runobserver.h"
#include "core/engine/request/runrequest.h"
#include "core/engine/run/resolvedrequest.h"
#include "core/engine/run/runoutcome.h"

#include <stop_token>

namespace loupe {

/// Plans and executes the request, and stores each evaluation when it ends. Blocks, so call it on a
/// separate thread. `stop`, like the request's control, cancels within a second, even while a
/// candidate hangs. Finished evaluations are stored then, and the run can be resumed.
/// InvalidInput for several precisions unless it is a dry run: executors make a run for each.
Result<RunOutcome> executeRun(const RunRequest &given, RunObserver &observer,
                              const std::stop_token &stop);

/// Does the same with a request that is planned already.
Result<RunOutcome> executeResolved(const ResolvedRequest &resolved, RunObserver &observer,
                                   const std::stop_token &stop);

} // namespace loupe
