// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/endpoints/profile/profile.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

struct ChatMessage {
    std::string role; ///< "system", "user" or "assistant"
    std::string content;
};

/// The body of a request for the n-th sample in a round: JSON with sorted keys and without spaces,
/// so that equal questions are equal bytes. Bytes of messages that are not UTF-8 are replaced.
/// `maxOutput` is the ceiling of the answer in tokens and always part of it; one choice is asked
/// for, never n. A seed is another one in each round, so that a question that is put once more is
/// no repetition.
std::string chatBody(const Profile &profile, const std::vector<ChatMessage> &messages,
                     std::int64_t sample, std::int64_t maxOutput, std::int64_t round = 0);

/// The resource below an endpoint's address that takes chat completions.
std::string_view chatResource();

/// What a request may come to at most, before anything is known of it.
struct RequestBound {
    std::int64_t input = 0;  ///< tokens: one for each byte, as no tokenizer of bytes needs more,
                             ///< or as many as were observed; and some for each message
    std::int64_t output = 0; ///< its ceiling
};

/// Reads a body that chatBody() made. `tokensPerByte`: what answers so far needed at most with a
/// margin; 1 while that is not known. InvalidInput for another body.
Result<RequestBound> boundOf(std::string_view body, const Endpoint &endpoint,
                             double tokensPerByte = 1);

} // namespace loupe
