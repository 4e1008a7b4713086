// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/generation/dialogues/dialoguebook.h"
#include "core/generation/loop/generationsetup.h"
#include "core/generation/loop/generationtools.h"

#include <optional>
#include <vector>

namespace loupe {

/// Of each sample that ended the program that is its result: the best of its rounds, else the last
/// one. Samples that were not chosen to go on have none; those of a pooled strategy have one
/// together.
std::vector<Candidate> chosenCandidates(const GenerationSetup &setup, const DialogueBook &book);

/// Evaluates what was chosen once more, in a run and under a method of its own: with inputs that no
/// round was told about, and times that it was not chosen for. Goes on where an earlier call was
/// ended. Nothing where the strategy does not want it, or no sample has ended.
Result<std::optional<RunOutcome>> confirm(const GenerationRequest &request,
                                          const GenerationSetup &setup, const DialogueBook &book,
                                          const GenerationTools &tools);

} // namespace loupe
