// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/metrics/suitespeedup.h"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// One evaluation as input of an aggregate.
struct SuiteRow {
    std::string attempt; ///< run, method and task: shared by the samples and rounds of one attempt
    int sample = 0;
    int round = 0;
    bool judged = false; ///< correct or failed; all others count in no rate
    bool correct = false;
    SuiteSpeedup measured;
    bool isOtherClock = false; ///< its times are not by the suite's clock
};

struct SuiteFigure {
    std::string name;
    std::optional<double> value; ///< nullopt if the required measurements are missing
};

/// The suite's own figures, with the number of results used and excluded.
struct SuiteAggregate {
    int tasks = 0;      ///< judged attempts: the denominator N
    int notCounted = 0; ///< attempts without a verdict
    int correct = 0;
    int measured = 0;   ///< of the correct: with a speedup from raw times
    int otherClock = 0; ///< of the measured: not by the suite's clock
    int dropped = 0;    ///< of the correct: outside the suite's limits
    int missing = 0;    ///< of the correct: without raw times, for which there is no substitute
    std::map<std::string, int> absences; ///< reasons of `missing`, with their counts
    std::vector<SuiteFigure> figures;
};

/// Aggregates rows by a suite's own rule:
/// - KernelBench: geometric mean over the correct; the same over those with s > 1; fast_p = share
///   of N that is correct with s > p, for p = 0.5, 1, 2. One attempt counts with its lowest sample
///   in its last round.
/// - KernelBench-X: sum of baseline times / sum of candidate times; arithmetic mean of the speedups
///   above 0. Both are rounded to three decimals.
/// - TritonBench (2_efficiency.py, `statis`): arithmetic mean, rounded to two decimals.
/// - MultiKernelBench: SpeedUp_1 = share of N with any sample correct and s >= 1.
/// - KernelGenBench: geometric mean of the best result of each passed attempt; share of N that
///   passed with s >= p, for p = 0.8, 1, 1.5.
SuiteAggregate aggregate(SpeedupRule rule, std::span<const SuiteRow> rows);

} // namespace loupe
