// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/asking/askedsamples.h"

#include <optional>
#include <vector>

namespace loupe {

/// What one method's kernels took, over everything that was asked: failures, retries and samples
/// that came to nothing were paid for, too.
struct AskingCost {
    Name method;
    int tasks = 0; ///< of a run, that something was asked about
    int samples = 0;
    int rounds = 0;
    Spending spent;
    int solved = 0;               ///< tasks with a correct program in any sample and round
    std::optional<int> confirmed; ///< tasks correct with fresh inputs; none: nothing was confirmed

    /// KernelGenBench's tokens per success, or the same in another unit: what is known of the sum /
    /// solved tasks. Nothing where either is missing; isPartial() says that it is more than that.
    std::optional<double> perSuccess(BudgetUnit unit) const;
    bool isPartial(BudgetUnit unit) const;
};

/// One for each method.
std::vector<AskingCost> askingCosts(const AskedPopulation &asked);

} // namespace loupe
