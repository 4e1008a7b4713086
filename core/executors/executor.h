// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/engine/request/runobserver.h"
#include "core/engine/request/runrequest.h"
#include "core/engine/run/runoutcome.h"

#include <stop_token>

namespace loupe {

/// Location where a run can be executed.
class Executor
{
public:
    virtual ~Executor() = default;
    /// Executes a run as executeRun() does. Blocks, reports to the observer, stores each evaluation
    /// in request.store as soon as it is known here, and ends within seconds of a stop.
    virtual Result<RunOutcome> run(const RunRequest &request, RunObserver &observer,
                                   const std::stop_token &stop)
        = 0;
};

} // namespace loupe
