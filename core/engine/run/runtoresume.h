// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/engine/request/runrequest.h"
#include "core/store/read/storereader.h"

namespace loupe {

/// The run that a resume goes on with: the named one, or the engine's newest unfinished one.
Result<RunSummary> runToResume(const RunRequest &request);

/// How many evaluations the run that `request` would resume has. Only reads; NotFound when there
/// is no such run.
Result<int> finishedEvaluations(const RunRequest &request);

} // namespace loupe
