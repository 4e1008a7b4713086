// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/endpoints/chat/chatanswer.h"
#include "core/endpoints/chat/failureclass.h"
#include "core/endpoints/session/transport.h"
#include "core/endpoints/spool/spoolrecords.h"

#include <optional>
#include <string>

namespace loupe {

/// Everything that is known of a try when it ends.
struct TryFacts {
    WireEnd wire = WireEnd::Whole;
    std::string wireText;
    std::optional<AnswerHead> head; ///< nothing: none came
    ChatAnswer answer;              ///< of a status from 200 to 299
    std::string errorBody;          ///< of any other, its beginning
    bool isWithheld = false;        ///< it repeats the key
};

struct TryOutcome {
    bool isAnswered = false;
    AskFailure failure;            ///< where it is not
    bool isBillingUnknown = false; ///< it was sent and may cost what nobody told
    bool wasSent = true;           ///< something of the request may have left
};

/// What a try came to. A pure function of its facts.
TryOutcome outcomeOf(const TryFacts &facts);

} // namespace loupe
