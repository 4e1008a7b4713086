// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/asking/askedsamples.h"

#include <optional>
#include <vector>

namespace loupe {

/// The cost of one method's kernels over all its requests, including failures, retries and samples
/// without a result.
struct AskingCost {
    Name method;
    int tasks = 0; ///< tasks (per run) with requests
    int samples = 0;
    int rounds = 0;
    Spending spent;
    int solved = 0;               ///< tasks with a correct program in any sample and round
    std::optional<int> confirmed; ///< tasks correct with fresh inputs; nullopt if none was checked

    /// Returns the known sum divided by solved tasks (KernelGenBench's tokens per success, or
    /// another unit). Returns nullopt if either is missing. If isPartial(), the true value is
    /// higher.
    std::optional<double> perSuccess(BudgetUnit unit) const;
    bool isPartial(BudgetUnit unit) const;
};

/// Returns one entry per method.
std::vector<AskingCost> askingCosts(const AskedPopulation &asked);

} // namespace loupe
