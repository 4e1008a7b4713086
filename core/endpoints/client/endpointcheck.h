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

/// What one small question told of an endpoint.
struct EndpointReport {
    AnswerSummary answer;
    std::string content; ///< its beginning
    bool hasReasoning = false;
    std::int64_t tries = 0;
    double firstByteSeconds = 0;
    double seconds = 0;
    std::vector<std::string> remarks; ///< what a generation should know, as sentences
};

/// Asks one question of at most 16 tokens, tried as often as the profile allows. The error says
/// what the endpoint said. The answer stays in the spool.
Result<EndpointReport> checkEndpoint(Asker &asker, const Profile &profile,
                                     const std::filesystem::path &spool,
                                     const std::stop_token &stop);

} // namespace loupe
