// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/engine/request/plan.h"
#include "core/engine/request/runrequest.h"

#include <string>
#include <vector>

namespace loupe {

class WriterLock;

/// A request whose suite is found and read. Made once, then passed on, so that no later step reads
/// the suite or interprets the options again. It knows nothing of the store: another program may
/// change that until the run holds its lock.
struct ResolvedRequest {
    RunRequest request; ///< as given; `suite` is a folder
    Plan plan;
    /// Devices, each with its own engine. An empty name is the interpreter's first GPU, else the
    /// processor. Native candidates have exactly one, never empty.
    std::vector<std::string> devices = {};
    /// Lock of the store, if the caller holds it for several runs; null: the run takes it itself.
    const WriterLock *storeLock = nullptr;
};

/// Finds and reads suite and candidates. Errors: as resolveSuite() and makePlan(); for devices
/// InvalidInput, and Unsupported if native candidates have several.
Result<ResolvedRequest> resolveRequest(RunRequest request);

/// Does the same with planTasks() and without devices: for requests that have no candidates yet.
Result<ResolvedRequest> resolveTasks(RunRequest request);

} // namespace loupe
