// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/hypothesistests.h"
#include "core/analysis/runcomparison.h"
#include "core/model/evaluation.h"

#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace loupe {

/// Whether two evaluations of one task differ in speed: the two-sided p of a permutation test of
/// log(baseline / candidate) of the blocks of calls that both timed, of the first case that both
/// have with the same clock. nullopt where there is none, or its sides were not timed in turns (as
/// many blocks each, two or more). What differs between two sessions (heat, neighbours) is in it:
/// that is what a noise floor is for.
std::optional<double> attemptP(std::span<const TimingSeries> baseline,
                               std::span<const TimingSeries> other,
                               const PermutationOptions &options = {});

using TimingsOf = std::function<Result<std::vector<TimingSeries>>(RowId)>;

/// Sets the p of each attempt that both runs timed and keep raw times of. The first error of
/// `timingsOf` ends it.
Status testAttempts(RunComparison &comparison, const TimingsOf &timingsOf,
                    const PermutationOptions &options = {});

/// Corrects for all that is asked of the runs at once: the tests of whole runs (fixed against
/// broken, speedups) by Holm, the attempts with a p by Benjamini and Hochberg, each over all runs.
/// Tests that have nothing to test count for none.
void correctForMany(std::span<RunComparison> comparisons);

} // namespace loupe
