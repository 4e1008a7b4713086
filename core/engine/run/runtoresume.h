// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/engine/request/runrequest.h"
#include "core/store/read/storereader.h"

namespace loupe {

/// Returns the run to resume: the named one, or the engine's newest unfinished one.
Result<RunSummary> runToResume(const RunRequest &request);

/// Returns the number of finished evaluations of the run that `request` would resume; NotFound if
/// there is no such run. Only reads.
Result<int> finishedEvaluations(const RunRequest &request);

} // namespace loupe
