// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/metrics/suitespeedup.h"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// One evaluation on its way into an aggregate.
struct SuiteRow {
    std::string attempt; ///< run, method and task: samples and rounds of one attempt share it
    int sample = 0;
    int round = 0;
    bool judged = false; ///< correct or failed; the others are no part of any rate
    bool correct = false;
    SuiteSpeedup measured;
    bool isOtherClock = false; ///< its times are not by the suite's clock
};

struct SuiteFigure {
    std::string name;
    std::optional<double> value; ///< empty where nothing was measured that it could be made from
};

/// n used of n, and the suite's own figures.
struct SuiteAggregate {
    int tasks = 0;      ///< attempts that were judged: the denominator N
    int notCounted = 0; ///< attempts without a verdict
    int correct = 0;
    int measured = 0;   ///< of the correct: with a speedup from raw times
    int otherClock = 0; ///< of the measured: not by the suite's clock
    int dropped = 0;    ///< of the correct: outside the suite's limits
    int missing = 0;    ///< of the correct: without raw times; nothing stands in for them
    std::map<std::string, int> absences; ///< why those are missing, and how many each
    std::vector<SuiteFigure> figures;
};

/// - KernelBench: geometric mean over the correct; the same over those with
///   s > 1; fast_p = share of N that is correct with s > p, for p = 0.5, 1, 2. One attempt counts
///   with its lowest sample in its last round.
/// - KernelBench-X: sum of baseline times / sum of candidate times; arithmetic mean of the
///   speedups above 0. Both rounded to three decimals.
/// - TritonBench (2_efficiency.py, `statis`): arithmetic mean, rounded to two decimals.
/// - MultiKernelBench: SpeedUp_1 = share of N with any sample correct and s >= 1.
/// - KernelGenBench: geometric mean over the attempts that passed, of the best of each; share
///   of N that passed with s >= p, for p = 0.8, 1, 1.5.
SuiteAggregate aggregate(SpeedupRule rule, std::span<const SuiteRow> rows);

} // namespace loupe
