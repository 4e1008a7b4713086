// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/asking/taskspending.h"
#include "core/analysis/statistics/bootstrap.h"
#include "core/base/result.h"

#include <optional>
#include <vector>

namespace loupe {

/// What two strategies are held against each other under.
struct StrategyPairOptions {
    BudgetUnit unit = BudgetUnit::Tokens;
    /// Of each task and strategy: rounds count that end within it. Nothing: all that was asked.
    std::optional<double> budget;
    BootstrapOptions bootstrap;
};

/// Two methods task by task, each by the best so far of all its samples: what they solve, how fast,
/// and for how much.
struct StrategyPair {
    Name first;
    Name second;
    int tasks = 0; ///< that both met and whose spending is known; the next four add up to it
    int both = 0;  ///< solved by
    int onlyFirst = 0;
    int onlySecond = 0;
    int neither = 0;
    int missing = 0;      ///< tasks that one of them alone met
    int unknown = 0;      ///< tasks of both, of which spending or results are not known
    double solvesP = 1.0; ///< exact McNemar test of the tasks that one alone solved
    int timed = 0;        ///< solved by both and timed in both
    std::optional<Interval> speedupRatio; ///< geometric mean of best speedups, first / second
    double speedP = 1.0;                  ///< paired permutation test of their logarithms
    /// Mean of what a task took, within the budget.
    std::optional<double> spentByFirst;
    std::optional<double> spentBySecond;
    std::optional<Interval> spentRatio; ///< of the totals, first / second
};

/// Of several runs of a method at a task the last one counts. NotFound where nothing was asked by
/// one of the methods, or no task by both. Intervals resample tasks, both sides together.
Result<StrategyPair> strategyPair(const AskedPopulation &asked, Name first, Name second,
                                  const StrategyPairOptions &options);

} // namespace loupe
