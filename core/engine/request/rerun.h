// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/engine/request/runrequest.h"
#include "core/store/read/storereader.h"

#include <filesystem>
#include <span>

namespace loupe {

/// Seeds for the inputs of repeated evaluations.
enum class RerunSeeds { New, Stored };

/// Returns a request for executeRun() that repeats stored evaluations as a new run in the same
/// store. It has their sources and the options of their run, but always uses the sandbox. Refuses
/// evaluations of several runs. NotFound for one missing from the store, InvalidInput for one
/// without its source. An imported run has no known options: `suite` must name its tasks, and
/// default options apply. A `suite` replaces the run's own folder.
Result<RunRequest> requestToRerun(const std::filesystem::path &store,
                                  std::span<const RowId> evaluations,
                                  const std::filesystem::path &suite, RerunSeeds seeds);

/// Returns InvalidInput if the store lacks the candidate's source, so that it cannot be run again.
Status requireSource(const EvaluationDetail &detail);

/// Returns a request for the evaluation's candidate alone, under the options of its run. Like
/// requestToRerun(), but only for runs of this program and without a store.
Result<RunRequest> requestOf(const EvaluationDetail &detail);

} // namespace loupe
