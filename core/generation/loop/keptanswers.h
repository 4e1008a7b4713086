// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/generation/dialogues/dialoguebook.h"
#include "core/generation/loop/generationsetup.h"

namespace loupe {

/// State left by an earlier call of the same generation.
struct KeptAnswers {
    bool isRunThere = false; ///< the store has the run
};

/// Adds the data of store and spool to the book. InvalidInput if there is data and the request does
/// not resume, or if it has another profile or prompt. NotFound if it resumes and there is none.
Result<KeptAnswers> readKeptAnswers(const GenerationRequest &request, const GenerationSetup &setup,
                                    DialogueBook &book);

/// Removes answers from the spool once they are durable in the store, and updates the book.
Status dropStoredAnswers(const GenerationRequest &request, const GenerationSetup &setup,
                         DialogueBook &book);

/// Adds new results in the store to the book. The run must exist.
Status readJudgements(const GenerationRequest &request, const GenerationSetup &setup,
                      DialogueBook &book);

/// Stores how each dialogue ended, which is known only after its last program was evaluated.
Status storeDialogues(const GenerationRequest &request, const GenerationSetup &setup,
                      const DialogueBook &book);

} // namespace loupe
