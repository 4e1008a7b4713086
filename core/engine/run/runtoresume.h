// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/engine/request/runrequest.h"
#include "core/store/read/storereader.h"

namespace loupe {

/// Returns the run to resume: the named one, or the engine's newest unfinished one. `runs` are
/// those of the request's store; their error is returned.
Result<RunSummary> runToResume(const RunRequest &request, const StoredRuns &runs);

} // namespace loupe
