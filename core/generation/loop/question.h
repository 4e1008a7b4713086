// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/endpoints/chat/chatrequest.h"
#include "core/generation/dialogues/dialoguebook.h"
#include "core/generation/loop/generationsetup.h"

#include <vector>

namespace loupe {

/// Returns the messages of a request, in this order:
///   the task
///   for each program being refined: the program, and the feedback on it
///   for a reminder: the answer without a program, and the expected format
/// A program and the result after it come from one evaluation. Results of other programs name their
/// round.
Result<std::vector<ChatMessage>> questionOf(const WantedRequest &wanted, const AskedTask &task,
                                            int sample, const GenerationSetup &setup,
                                            const DialogueBook &book);

} // namespace loupe
