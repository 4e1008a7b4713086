// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/asking/askedsamples.h"
#include "core/analysis/statistics/bootstrap.h"
#include "core/base/result.h"

#include <optional>
#include <vector>

namespace loupe {

/// Options for the comparison of two strategies.
struct StrategyPairOptions {
    BudgetUnit unit = BudgetUnit::Tokens;
    /// Budget per task and strategy; only rounds that end within it count. nullopt: no limit.
    std::optional<double> budget;
    BootstrapOptions bootstrap;
};

/// A comparison of two methods task by task, each by the best so far of all its samples: tasks
/// solved, speed and cost.
struct StrategyPair {
    Name first;
    Name second;
    int tasks = 0; ///< tasks of both with known spending: both + onlyFirst + onlySecond + neither
    int both = 0;  ///< solved by both
    int onlyFirst = 0;
    int onlySecond = 0;
    int neither = 0;
    int missing = 0;                      ///< tasks that only one method has
    int unknown = 0;                      ///< tasks of both with unknown spending or results
    double solvesP = 1.0;                 ///< exact McNemar test over onlyFirst and onlySecond
    int timed = 0;                        ///< tasks solved and timed by both
    std::optional<Interval> speedupRatio; ///< geometric mean of best speedups, first / second
    double speedP = 1.0;                  ///< paired permutation test of their logarithms
    /// Mean spending per task, within the budget.
    std::optional<double> spentByFirst;
    std::optional<double> spentBySecond;
    std::optional<Interval> spentRatio; ///< ratio of the totals, first / second
};

/// Compares two methods. If a method has several runs of a task, the last one counts. Fails with
/// NotFound if a method has no requests, or both share no task. Intervals resample tasks, with both
/// methods together.
Result<StrategyPair> strategyPair(const AskedPopulation &asked, Name first, Name second,
                                  const StrategyPairOptions &options);

} // namespace loupe
