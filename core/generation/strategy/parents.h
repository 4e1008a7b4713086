// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/endpoints/profile/profile.h"
#include "core/generation/strategy/judgedround.h"
#include "core/generation/strategy/strategy.h"

#include <cstddef>
#include <span>
#include <vector>

namespace loupe {

/// Returns the parents of a round: none (first request), one program, or two to cross, the better
/// one first. Programs that are excluded, empty or without a result are never chosen.
///   serial, best_then_refine  the sample's last program or, with Parent::Best, the best before
///                             `round` by speedup, else the last
///   beam                      one of the task's `width` best distinct programs, in turn
///   evolve                    one or two drawn from the sample's island (islands.h)
/// All earlier rounds that matter must have a result. `samples`: all of one task, by number;
/// `which`: the index of the sample.
std::vector<ProgramPosition> parentsOf(const Strategy &strategy, const ModelParameters &parameters,
                                       std::span<const SampleSoFar> samples, std::size_t which,
                                       int round);

/// Returns the programs that feedback on `program` may mention, in order of their rounds, including
/// itself. For an unpooled strategy: all rounds of its sample; else its ancestors, following the
/// first parent. Empty if it has no result.
std::vector<JudgedRound> lineOf(const Strategy &strategy, const ModelParameters &parameters,
                                std::span<const SampleSoFar> samples,
                                const ProgramPosition &program);

} // namespace loupe
