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

/// Groups samples of one method by task, in the order of their first sample. The samples must
/// outlive the result.
std::vector<SampledTask> sampledTasks(std::span<const AskedSample> samples);

/// A round with the cumulative spending of its task, including its own requests.
struct SpentRound {
    const AskedRound *round = nullptr;
    std::optional<double> spent; ///< nullopt if a part is unknown
};

/// Returns the rounds of a task in request order: round by round, and by sample within a round.
std::vector<SpentRound> spentRounds(const SampledTask &task, BudgetUnit unit);

/// Returns the spending of a whole task from all its rounds; nullopt if a part is unknown or there
/// is no round. Every figure by budget counts exactly the tasks with a value here.
std::optional<double> spentOnTask(std::span<const SpentRound> rounds);

/// Returns true if the round has a correct program with a speedup beyond the threshold. An untimed
/// program is not fast.
bool isFast(const AskedRound &round, const FastPThreshold &threshold);

} // namespace loupe
