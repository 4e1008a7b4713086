// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/engine/request/runobserver.h"
#include "core/engine/request/runrequest.h"
#include "core/engine/run/resolvedrequest.h"
#include "core/engine/run/runoutcome.h"

#include <filesystem>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

namespace loupe {

/// Executor of runs at one place.
class Executor
{
public:
    virtual ~Executor() = default;
    /// Executes a run as executeRun() does, and one of several precisions as a run for each.
    /// Blocks, reports to the observer, stores each evaluation in request.store as soon as it is
    /// known here, and ends within seconds of a stop.
    virtual Result<RunOutcome> run(const RunRequest &request, RunObserver &observer,
                                   const std::stop_token &stop)
        = 0;
};

/// Location where a run of one precision can be executed; runs as Executor does.
class RunPlace
{
public:
    virtual ~RunPlace() = default;
    virtual Result<RunOutcome> run(ResolvedRequest resolved, RunObserver &observer,
                                   const std::stop_token &stop)
        = 0;
    /// Returns the name of the newest run of these precisions that the place was given for the
    /// store, and that has not ended; empty if there is none.
    virtual std::string groupInProgress(const std::filesystem::path & /*store*/,
                                        const std::vector<RunPrecision> & /*precisions*/) const
    {
        return {};
    }
    /// Returns the names of the jobs that the place has for the store. A new run there must not
    /// have one of them.
    virtual std::set<std::string> jobNames(const std::filesystem::path & /*store*/) const
    {
        return {};
    }
};

} // namespace loupe
