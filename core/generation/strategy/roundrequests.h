// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/endpoints/profile/profile.h"
#include "core/generation/strategy/judgedround.h"
#include "core/generation/strategy/strategy.h"
#include "core/model/record/dialogue.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// Request to send for a sample.
struct WantedRequest {
    int round = 0;
    std::string purpose;        ///< RequestKey::attempt of its first try
    std::int64_t attempt = 1;   ///< limit of the answer in tokens
    std::int64_t maxOutput = 0; ///< limit of the answer in tokens
    /// Programs to show with their results; empty for a first request.
    std::vector<ProgramPosition> parents = {};
    friend bool operator==(const WantedRequest &, const WantedRequest &) = default;
};

/// Returns true if the whole answer was received.
bool isAnswered(const Request &request);

/// Returns the next request within a round; nothing once it is resolved. `purpose` is that of its
/// first request. An answer truncated at its limit is requested again with twice the limit, unless
/// the server ended it earlier. This happens at most twice, up to the profile's maximum. An answer
/// without a program gets one reminder, if the strategy has it. `dialogue`: null before the first
/// request.
std::optional<WantedRequest> nextOfRound(const Dialogue *dialogue, int round,
                                         const std::string &purpose, const Strategy &strategy,
                                         const ModelParameters &parameters);

/// Returns true if the round's last answer ended well below its output limit, because of a limit of
/// the server such as its context.
bool isCutByServer(const Dialogue &dialogue, int round, const ModelParameters &parameters);

/// Returns the answer of a resolved round; null otherwise.
const Request *settledAnswer(const Dialogue &dialogue, int round, const Strategy &strategy,
                             const ModelParameters &parameters);

/// Returns the number of resolved rounds, from the first one.
int settledRounds(const Dialogue &dialogue, const Strategy &strategy,
                  const ModelParameters &parameters);

/// Returns the position of a purpose in the order of a round's requests.
int rankOfPurpose(const std::string &purpose);

} // namespace loupe
