// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/request/runrequest.h"
#include "core/store/read/storereader.h"

#include <stop_token>

namespace loupe {

/// Runs the candidate of a stored evaluation again, as it is stored and under the options of its
/// run, and takes hardware counters of one call. `given` says the sandbox and may name another
/// interpreter. Counters come from within the candidate's own process: they describe it, no verdict
/// rests on them. Unsupported for a run of another program; Environment when counters cannot be
/// taken, with the driver's reason.
Result<CounterProfile> profileEvaluation(const EvaluationDetail &detail, const RunRequest &given,
                                         const std::stop_token &stop);

/// What that runs, for asking about what it names (outsideuse.h).
Result<RunRequest> requestToProfile(const EvaluationDetail &detail, const RunRequest &given);

} // namespace loupe
