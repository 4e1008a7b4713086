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

/// Seconds that one evaluation took: what is done on every processor at once, and what is not.
struct EvaluationSeconds {
    double parallel = 0; ///< building and verifying
    double serial = 0;   ///< timing
};

/// What earlier evaluations of a task took, by the task's name.
using SecondsByTask = std::map<std::string, std::vector<EvaluationSeconds>>;

/// The wall clock of `items` evaluations, `tasks` naming the task of each, `jobs` at a time.
/// An evaluation of a task with k earlier ones is expected to take their mean, and varies as they
/// do; their mean is itself known to 1/k of that variance. One earlier evaluation alone is taken to
/// vary by itself (a coefficient of variation of 1), and so is a task without any, for which the
/// mean of all earlier ones stands in. The spread is the central 80 % of a normal distribution of
/// the sum. Nothing without any earlier evaluation.
RunEstimate estimateSeconds(const SecondsByTask &earlier, std::span<const std::string> tasks,
                            int jobs);

/// As above, of the plan's items, from the evaluations that the engine recorded in the store; and
/// how much memory the candidates may take together at most.
RunEstimate estimateRun(const RunRequest &request, const Plan &plan);

} // namespace loupe
