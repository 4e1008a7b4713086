// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/generation/dialogues/dialoguebook.h"
#include "core/generation/loop/generationsetup.h"

namespace loupe {

/// What an earlier call of the same generation left.
struct KeptAnswers {
    bool isRunThere = false; ///< the store has the run
};

/// Puts what store and spool have of the generation into the book. InvalidInput where something is
/// there and the request does not resume, or where it was asked with another profile or prompt;
/// NotFound where it resumes and nothing is there.
Result<KeptAnswers> readKeptAnswers(const GenerationRequest &request, const GenerationSetup &setup,
                                    DialogueBook &book);

/// Takes out of the spool what the book and the store have, once that is durable there, and tells
/// the book.
Status dropStoredAnswers(const GenerationRequest &request, const GenerationSetup &setup,
                         DialogueBook &book);

} // namespace loupe
