// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/endpoints/profile/money.h"

#include <optional>
#include <string>

namespace loupe {

/// Error that an endpoint describes in JSON, with any status: {"error": {message, type, code}}.
struct EndpointError {
    std::string text;
    std::string type;  ///< "insufficient_quota", "exceed_context_size_error", or empty
    std::string param; ///< field of the request that the error is about, or empty
    std::optional<std::int64_t> status;       ///< numeric code, if there is one
    std::optional<std::int64_t> promptTokens; ///< size of the request, if it was too long
};

/// Answer read from its bytes. Texts are UTF-8: invalid bytes are replaced here, but not in the raw
/// answer.
struct ChatAnswer {
    std::string content;
    std::string reasoning; ///< from reasoning_content or reasoning
    std::string refusal;
    std::string finishReason; ///< "stop", "length", "content_filter", …; empty if none arrived
    std::string model;        ///< model that the endpoint reports
    std::string fingerprint;
    std::string id;
    Usage usage;
    bool hasUsage = false;     ///< both input and output tokens were reported
    bool isStream = false;     ///< received as server-sent events
    bool isContentCut = false; ///< content or reasoning is longer than the limit
    bool hasInvalidUtf8 = false;
    bool isComplete = false; ///< a finish reason or the end marker of the stream arrived
    std::optional<EndpointError> error;
    std::string malformed; ///< reason why it could not be parsed, with the byte position; or empty
};

} // namespace loupe
