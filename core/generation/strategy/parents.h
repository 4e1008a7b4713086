// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/endpoints/profile/profile.h"
#include "core/generation/strategy/judgedround.h"
#include "core/generation/strategy/strategy.h"

#include <cstddef>
#include <span>
#include <vector>

namespace loupe {

/// What the question of a round is about: none (it is the first question), one program, or two that
/// are crossed, the better one first. A withheld one is never chosen, nor one without a program,
/// nor one that was not judged.
///   serial, best_then_refine  of the own sample the last or, of Parent::Best, the best before
///                             `round`: a correct one by speedup, else the last
///   beam                      the best `width` different programs of the task, in turn
///   evolve                    drawn from the sample's island (islands.h)
/// All rounds before `round` that decide it have to be judged. `samples`: all of one task, by
/// number; `which`: the one that is meant.
std::vector<ProgramPlace> parentsOf(const Strategy &strategy, const ModelParameters &parameters,
                                    std::span<const SampleSoFar> samples, std::size_t which,
                                    int round);

/// The programs that a feedback on one may tell of, in the order of their rounds, with the one
/// itself: of a sample that is refined all its rounds; else the line of programs that each was made
/// from, the first of two parents where two were crossed. Empty: it was not judged.
std::vector<JudgedRound> lineOf(const Strategy &strategy, const ModelParameters &parameters,
                                std::span<const SampleSoFar> samples, const ProgramPlace &program);

} // namespace loupe
