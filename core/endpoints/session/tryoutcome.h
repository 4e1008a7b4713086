// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/endpoints/chat/chatanswer.h"
#include "core/endpoints/chat/failureclass.h"
#include "core/endpoints/session/transport.h"
#include "core/endpoints/spool/spoolrecords.h"

#include <optional>
#include <string>

namespace loupe {

/// Facts about a try that has ended.
struct TryFacts {
    WireEnd wire = WireEnd::Whole;
    std::string wireText;
    std::optional<AnswerHead> head; ///< absent if none arrived
    ChatAnswer answer;              ///< answer, for a status from 200 to 299
    std::string errorBody;          ///< beginning of the body, for any other status
    bool isWithheld = false;        ///< the answer repeats the key
};

struct TryOutcome {
    bool isAnswered = false;
    AskFailure failure;            ///< reason, if it was not answered
    bool isBillingUnknown = false; ///< it was sent and may cost an unreported amount
    bool wasSent = true;           ///< part of the request may have been sent
};

/// Classifies a try from its facts alone.
TryOutcome outcomeOf(const TryFacts &facts);

} // namespace loupe
