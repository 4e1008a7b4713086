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

/// Returns the body of a request: JSON with sorted keys and no spaces, so that equal requests have
/// equal bytes. Invalid UTF-8 in messages is replaced. `maxOutput` is the limit of the answer in
/// tokens and is always sent; the body never asks for several choices. Each sample and round gets
/// its own seed, so that a repeated request can have another answer.
std::string chatBody(const Profile &profile, const std::vector<ChatMessage> &messages,
                     std::int64_t sample, std::int64_t maxOutput, std::int64_t round = 0);

/// Returns the path below an endpoint's address that accepts chat completions.
std::string_view chatResource();

/// Upper bound of a request's tokens before it is sent.
struct RequestBound {
    std::int64_t input = 0;  ///< tokens: bytes of all messages times `tokensPerByte`, plus a
                             ///< constant for each message
    std::int64_t output = 0; ///< tokens; output limit of the request
};

/// Reads a body made by chatBody(). `tokensPerByte`: the highest observed ratio plus a margin; 1
/// while unknown, because no byte-level tokenizer needs more. InvalidInput for any other body.
Result<RequestBound> boundOf(std::string_view body, const Endpoint &endpoint,
                             double tokensPerByte = 1);

} // namespace loupe
