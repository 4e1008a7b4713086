// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/generation/dialogues/dialoguebook.h"
#include "core/generation/loop/generationsetup.h"

namespace loupe {

/// Adds new results in the store to the book. The run must exist.
Status readJudgements(const GenerationRequest &request, const GenerationSetup &setup,
                      DialogueBook &book);

/// Stores how each dialogue ended, which is known only after its last program was evaluated.
Status storeDialogues(const GenerationRequest &request, const GenerationSetup &setup,
                      const DialogueBook &book);

} // namespace loupe
