// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/asking/askedsamples.h"

#include <span>
#include <vector>

namespace loupe {

/// The progress of tasks at one budget.
struct BudgetPoint {
    double budget = 0.0;   ///< for each task
    int correct = 0;       ///< tasks with a correct program within the budget
    std::vector<int> fast; ///< tasks with a correct program beyond each threshold
};

/// fast_p as a function of spending: the best so far of all samples of a task, in round order.
struct BudgetCurve {
    Name method;
    int tasks = 0;            ///< tasks (per run): the denominator of shares
    int known = 0;            ///< tasks with fully known spending; the others count as not reached
    bool isSpeedKnown = true; ///< false if programs are correct but none was timed
    std::vector<BudgetPoint> points; ///< ascending: each budget at which a count rises
    double most = 0.0;               ///< largest spending among the known tasks
};

/// Returns one curve per method.
std::vector<BudgetCurve> budgetCurves(const AskedPopulation &asked, BudgetUnit unit,
                                      std::span<const FastPThreshold> thresholds);

} // namespace loupe
