// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/endpoints/client/asker.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace loupe {

/// Result of a short test request to an endpoint.
struct EndpointReport {
    AnswerSummary answer;
    std::string content; ///< beginning of the content
    bool hasReasoning = false;
    std::int64_t tries = 0;
    double firstByteSeconds = 0;
    double seconds = 0;
    std::vector<std::string> remarks; ///< advice for generations, as sentences
};

/// Sends one request of at most 16 output tokens, with the profile's number of tries. The error has
/// the endpoint's message. The answer stays in the spool.
Result<EndpointReport> checkEndpoint(Asker &asker, const Profile &profile,
                                     const std::filesystem::path &spool,
                                     const std::stop_token &stop);

} // namespace loupe
