// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/endpoints/pace/ledger.h"
#include "core/generation/dialogues/dialoguebook.h"
#include "core/generation/loop/generationsetup.h"

namespace loupe {

/// Returns an upper bound of the remaining cost, assuming every sample uses all its rounds. Future
/// programs count with the maximum length of an answer, and feedback with its byte limit. Retried
/// answers are not included.
Cost maxRemainingCost(const Profile &profile, const GenerationSetup &setup,
                      const DialogueBook &book);

} // namespace loupe
