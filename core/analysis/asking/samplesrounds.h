// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/asking/askedsamples.h"

#include <optional>
#include <vector>

namespace loupe {

/// The cost and success of a given number of samples with a given number of rounds each.
struct SamplesRounds {
    int samples = 0;
    int rounds = 0;                ///< upper limit per sample, including the first round
    int used = 0;                  ///< tasks with enough samples of which these rounds are known
    std::optional<double> spent;   ///< mean per task; nullopt if no task is used
    std::optional<double> correct; ///< share of the used tasks
    /// Share of the used tasks; nullopt, too, if programs are correct but none was timed.
    std::optional<double> fast;
    /// True if the point is Pareto-optimal: no other point has higher success at the same or lower
    /// cost, or the same success at lower cost. Only points over the maximum number of tasks are
    /// compared, because others are about different tasks.
    bool isFrontier = false;     ///< by `correct`
    bool isFastFrontier = false; ///< by `fast`
};

/// Shows which split of a budget into samples and rounds is best. A point is the expectation over
/// all choices of n samples of a task, each cut off after r rounds. Success uses the unbiased
/// estimator of pass@n (passAtK() in core/analysis/metrics/successmetrics.h). A sample is a success
/// if it is correct in any of its rounds. Spending is n times the mean of the samples.
struct SamplesRoundsTable {
    Name method;
    int tasks = 0; ///< number of tasks (per run)
    /// Samples that are not used because other samples decided whether they continue. Choices among
    /// them are not exchangeable.
    int ranked = 0;
    std::vector<SamplesRounds> points; ///< by rounds, then samples
};

/// Returns one table per method.
std::vector<SamplesRoundsTable> samplesRoundsTables(const AskedPopulation &asked, BudgetUnit unit,
                                                    const FastPThreshold &threshold);

} // namespace loupe
