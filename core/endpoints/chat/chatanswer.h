// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/endpoints/profile/money.h"

#include <optional>
#include <string>

namespace loupe {

/// An error that an endpoint describes in JSON, with any status: {"error": {message, type, code}}.
struct EndpointError {
    std::string text;
    std::string type;  ///< "insufficient_quota", "exceed_context_size_error", or empty
    std::string param; ///< the field of the request that it is about, or empty
    std::optional<std::int64_t> status;       ///< where its code is a number
    std::optional<std::int64_t> promptTokens; ///< what the request needed, where it was too long
};

/// What an answer says, put together from its bytes. Texts are UTF-8: bytes that are none were
/// replaced, here and not in the raw answer.
struct ChatAnswer {
    std::string content;
    std::string reasoning; ///< from reasoning_content or reasoning
    std::string refusal;
    std::string finishReason; ///< "stop", "length", "content_filter", …; empty: none came
    std::string model;        ///< the model that the endpoint says it used
    std::string fingerprint;
    std::string id;
    Usage usage;
    bool hasUsage = false;     ///< input and output tokens were reported
    bool isStream = false;     ///< it came as events
    bool isContentCut = false; ///< content or reasoning is longer than the limit
    bool hasInvalidUtf8 = false;
    bool isComplete = false; ///< a finish reason or the stream's own end came
    std::optional<EndpointError> error;
    std::string malformed; ///< why it could not be read, with the byte position; or empty
};

} // namespace loupe
