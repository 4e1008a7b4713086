// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/asking/taskspending.h"

#include <span>
#include <vector>

namespace loupe {

/// How far tasks were once each had taken at most so much.
struct BudgetPoint {
    double budget = 0.0;   ///< for each task
    int correct = 0;       ///< tasks with a correct program by then
    std::vector<int> fast; ///< the same beyond each threshold
};

/// fast_p by what was spent: the best so far of all samples of a task, asked round by round.
struct BudgetCurve {
    Name method;
    int tasks = 0; ///< of a run: what shares are of
    int known = 0; ///< tasks of which all spending is known; the others count as not reached
    bool isSpeedKnown = true;        ///< false: programs are correct, and none was timed
    std::vector<BudgetPoint> points; ///< ascending: each budget at which a count rises
    double most = 0.0;               ///< that any task took, of the known
};

/// One for each method.
std::vector<BudgetCurve> budgetCurves(const AskedPopulation &asked, BudgetUnit unit,
                                      std::span<const FastPThreshold> thresholds);

} // namespace loupe
