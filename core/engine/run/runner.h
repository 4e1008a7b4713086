// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/engine/request/runobserver.h"
#include "core/engine/request/runrequest.h"
#include "core/engine/run/runoutcome.h"

#include <stop_token>

namespace loupe {

/// The request with the folder that its suite means.
Result<RunRequest> withSuiteFolder(RunRequest request);

/// Plans and executes what is asked, recording each evaluation as it ends. Blocks; call it from a
/// thread of its own. `stop`, as the request's control, cancels within a second, also while a
/// candidate hangs; everything finished by then is stored and the run can be resumed.
Result<RunOutcome> executeRun(const RunRequest &given, RunObserver &observer,
                              const std::stop_token &stop);

} // namespace loupe
