// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/asking/taskspending.h"

#include <optional>
#include <vector>

namespace loupe {

/// So many samples of so many rounds each: what they take, and how far they come.
struct SamplesRounds {
    int samples = 0;
    int rounds = 0; ///< of each sample at most, the first included
    int used = 0;   ///< tasks with so many samples of which the course over so many rounds is known
    std::optional<double> spent;   ///< by a task, in the mean; nothing where no task is used
    std::optional<double> correct; ///< share of the used tasks
    std::optional<double> fast;    ///< likewise; nothing too where no correct program was timed
    /// Nothing that takes no more comes further, and nothing that comes as far takes less. Among
    /// the points over as many tasks as any, since others are not of the same tasks.
    bool isFrontier = false;     ///< by `correct`
    bool isFastFrontier = false; ///< by `fast`
};

/// Which split of a budget into samples and rounds is the best. For each number n of samples and r
/// of rounds the expectation over all choices of n of a task's samples, each cut off after r
/// rounds: success by the unbiased estimator of pass@n (passAtK() in
/// core/analysis/metrics/successmetrics.h), with a sample a success that is correct in any of its
/// rounds; spending as n times the mean of the samples'.
struct SamplesRoundsTable {
    Name method;
    int tasks = 0; ///< of a run
    /// Samples that are not used because others decided whether they go on: no choice among them is
    /// like another.
    int ranked = 0;
    std::vector<SamplesRounds> points; ///< by rounds, then samples
};

/// One for each method.
std::vector<SamplesRoundsTable> samplesRoundsTables(const AskedPopulation &asked, BudgetUnit unit,
                                                    const FastPThreshold &threshold);

} // namespace loupe
