// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/engine/request/runrequest.h"
#include "core/store/read/storereader.h"

#include <filesystem>
#include <span>

namespace loupe {

/// Which seeds the inputs of evaluations are drawn with that are done again.
enum class RerunSeeds { New, Stored };

/// What does stored evaluations again, for executeRun(): their sources under the options of the run
/// they are of, but within the sandbox, into the same store as a run of its own. Refused:
/// evaluations of several runs, NotFound for one that the store does not have, InvalidInput for one
/// without its source; of an imported run, whose options nobody knows, unless `suite` says where
/// its tasks are (then with the default options). A `suite` takes the place of the run's own
/// folder.
Result<RunRequest> requestToRerun(const std::filesystem::path &store,
                                  std::span<const RowId> evaluations,
                                  const std::filesystem::path &suite, RerunSeeds seeds);

/// InvalidInput where the store lacks the candidate's source, so that nothing can be run again.
Status requireSource(const EvaluationDetail &detail);

/// The evaluation's candidate alone, under the options of its run: as requestToRerun(), but for a
/// run of this program only and without a store.
Result<RunRequest> requestOf(const EvaluationDetail &detail);

} // namespace loupe
