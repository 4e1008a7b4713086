// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/runrequest.h"
#include "core/store/storereader.h"

#include <stop_token>

namespace loupe {

/// Runs the candidate of a stored evaluation again, with suite, device and interpreter of its run,
/// and takes hardware counters of one call. `request` gives the sandbox and may name another
/// interpreter. The candidate's file must still be what was evaluated. Counters come from within
/// the candidate's own process: they describe it, no verdict rests on them. Environment when
/// counters cannot be taken, with the driver's reason.
Result<CounterProfile> profileEvaluation(const EvaluationDetail &detail, RunRequest request,
                                         const std::stop_token &stop);

} // namespace loupe
