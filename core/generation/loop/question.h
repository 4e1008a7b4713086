// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/endpoints/chat/chatrequest.h"
#include "core/generation/dialogues/dialoguebook.h"
#include "core/generation/loop/generationsetup.h"

#include <vector>

namespace loupe {

/// What a request says, from the first message on:
///   the task
///   of a round that goes on from earlier programs, each: the program, and what became of it
///   of a reminder: the answer without a program, and how answers look
/// A program and the result behind it are of one evaluation, and what is told of others says of
/// which.
Result<std::vector<ChatMessage>> questionOf(const WantedRequest &wanted, const AskedTask &task,
                                            int sample, const GenerationSetup &setup,
                                            const DialogueBook &book);

} // namespace loupe
