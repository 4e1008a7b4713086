// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/generation/dialogues/dialoguebook.h"
#include "core/generation/loop/generationsetup.h"
#include "core/generation/loop/generationtools.h"

#include <optional>
#include <vector>

namespace loupe {

/// Returns the result of each ended sample: its best round, else the last one. Samples that were
/// not selected for refinement have none; the samples of a pooled strategy have one together.
std::vector<Candidate> chosenCandidates(const GenerationSetup &setup, const DialogueBook &book);

/// Evaluates the results again in a separate run and method: with inputs that no feedback has seen,
/// and times that were not used for the choice. Resumes an interrupted call. Returns nothing if the
/// strategy has no confirmation, or no sample has ended.
Result<std::optional<RunOutcome>> confirm(const GenerationRequest &request,
                                          const GenerationSetup &setup, const DialogueBook &book,
                                          const GenerationTools &tools);

} // namespace loupe
