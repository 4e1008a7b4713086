// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/request/plan.h"
#include "core/engine/request/runobserver.h"
#include "core/engine/request/runrequest.h"

#include <map>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// Seconds of one evaluation, split by whether the work runs on every processor at once.
struct EvaluationSeconds {
    double parallel = 0; ///< building and verifying
    double serial = 0;   ///< timing
};

/// Seconds of earlier evaluations, by the task's name.
using SecondsByTask = std::map<std::string, std::vector<EvaluationSeconds>>;

/// Estimates the wall clock of a run of one evaluation for each of `tasks`, `jobs` at a time. An
/// evaluation of a task with k earlier ones is expected to take their mean. Its variance is theirs,
/// plus 1/k of that for the mean. With one earlier evaluation the coefficient of variation is 1.
/// The same holds for a task without any, with the mean of all earlier evaluations. The range is
/// the central 80 % of a normal distribution of the sum. Empty without any earlier evaluation.
RunEstimate estimateSeconds(const SecondsByTask &earlier, std::span<const std::string> tasks,
                            int jobs);

/// Estimates the plan's wall clock in the same way, from the engine's evaluations in the store.
/// Also returns the maximum memory of all candidates together.
RunEstimate estimateRun(const RunRequest &request, const Plan &plan);

} // namespace loupe
