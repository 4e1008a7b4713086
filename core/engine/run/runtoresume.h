// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/engine/run/resolvedrequest.h"
#include "core/store/read/storereader.h"

namespace loupe {

/// Returns the run to resume: the named one, or the engine's newest unfinished one. `runs` are
/// those of the request's store; their error is returned.
Result<RunSummary> runToResume(const RunRequest &request, const StoredRuns &runs);

/// Returns how many evaluations of the plan this run has in the request's store. Those that only
/// the machine failed at do not count.
Result<int> countStored(const ResolvedRequest &resolved, const Run &run);

} // namespace loupe
