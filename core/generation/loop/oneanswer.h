// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/answers/extraction.h"
#include "core/base/result.h"
#include "core/endpoints/chat/chatrequest.h"
#include "core/endpoints/chat/requestkey.h"
#include "core/endpoints/profile/profile.h"
#include "core/generation/loop/generationtools.h"
#include "core/model/record/dialogue.h"

#include <filesystem>
#include <stop_token>
#include <vector>

namespace loupe {

/// Single request outside of a generation.
struct OneQuestion {
    const Profile &profile;
    RequestKey place;
    const std::vector<ChatMessage> &messages;
    const EntryRule &rule;       ///< what the answer must define
    std::filesystem::path spool; ///< of this request only
    std::filesystem::path record;
    std::filesystem::path replay;
    bool isReplayExact = false;
};

/// Sends the request and returns all its tries, the answered one last. Sends nothing if the spool
/// has a complete answer. After the errors Cancelled and Io (with the endpoint's message),
/// everything received is in the spool.
Result<std::vector<Request>> answerTo(const OneQuestion &question, const GenerationTools &tools,
                                      const std::stop_token &stop);

/// Removes requests from the spool that are durable in a store (makeStoreDurable()).
Status dropAnswered(const std::filesystem::path &spool, const std::vector<Request> &requests);

} // namespace loupe
