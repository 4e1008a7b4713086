// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/generation/dialogues/dialoguebook.h"
#include "core/generation/loop/generationsetup.h"

namespace loupe {

/// Puts into the book what the store says of the generation's programs and the book does not have
/// yet. The run has to be there.
Status readJudgements(const GenerationRequest &request, const GenerationSetup &setup,
                      DialogueBook &book);

/// Keeps with the run how each dialogue ended, which is known only once its last program is judged.
Status storeDialogues(const GenerationRequest &request, const GenerationSetup &setup,
                      const DialogueBook &book);

} // namespace loupe
