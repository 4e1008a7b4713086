// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/endpoints/pace/ledger.h"
#include "core/generation/dialogues/dialoguebook.h"
#include "core/generation/loop/generationsetup.h"

namespace loupe {

/// What is still open comes to at most so much, where every sample goes on to its last round. Of
/// later rounds nobody knows the programs yet: each counts as long as an answer may be, and
/// feedback as long as its rules allow. Without answers that are asked for again.
Cost mostToAsk(const Profile &profile, const GenerationSetup &setup, const DialogueBook &book);

} // namespace loupe
