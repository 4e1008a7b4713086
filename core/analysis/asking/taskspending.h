// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/asking/askedsamples.h"
#include "core/analysis/metrics/groupintervals.h"

#include <optional>
#include <span>
#include <vector>

namespace loupe {

/// The samples of one task in one run.
struct SampledTask {
    Name run;
    Name suite;
    Name task;
    std::vector<const AskedSample *> samples; ///< by number
};

/// The tasks of samples of one method, in the order of their first sample; the samples must outlive
/// them.
std::vector<SampledTask> sampledTasks(std::span<const AskedSample> samples);

/// A round with what its task had taken up to it, its own requests included.
struct SpentRound {
    const AskedRound *round = nullptr;
    std::optional<double> spent; ///< nothing where a part is not known
};

/// The rounds of a task in the order in which a loop asks: round by round, in each sample by
/// sample.
std::vector<SpentRound> spentRounds(const SampledTask &task, BudgetUnit unit);

/// Whether a round has a correct program, with a speedup beyond p. One that was not timed is not
/// fast.
bool isFast(const AskedRound &round, const FastPThreshold &threshold);

} // namespace loupe
