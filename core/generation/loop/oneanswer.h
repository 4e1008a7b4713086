// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/answers/extraction.h"
#include "core/base/result.h"
#include "core/endpoints/chat/chatrequest.h"
#include "core/endpoints/chat/place.h"
#include "core/endpoints/profile/profile.h"
#include "core/generation/loop/generationtools.h"
#include "core/model/dialogue.h"

#include <filesystem>
#include <stop_token>
#include <vector>

namespace loupe {

/// One question outside of a generation.
struct OneQuestion {
    const Profile &profile;
    Place place;
    const std::vector<ChatMessage> &messages;
    const EntryRule &rule;       ///< what an answer shall define
    std::filesystem::path spool; ///< of this question alone
    std::filesystem::path record;
    std::filesystem::path replay;
    bool isReplayExact = false;
};

/// All of its requests so far, the answered one last. Where the spool has a whole answer nothing is
/// asked. Cancelled, or Io with what the endpoint said: what came is in the spool.
Result<std::vector<Request>> answerTo(const OneQuestion &question, const GenerationTools &tools,
                                      const std::stop_token &stop);

/// Takes out of the spool what a store has for good (makeStoreDurable()).
Status dropAnswered(const std::filesystem::path &spool, const std::vector<Request> &requests);

} // namespace loupe
