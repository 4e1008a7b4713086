// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/endpoints/profile/profile.h"
#include "core/generation/strategy/judgedround.h"
#include "core/generation/strategy/strategy.h"
#include "core/model/dialogue.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// A request to send for a sample.
struct WantedRequest {
    int round = 0;
    std::string purpose;        ///< start, fix, optimise, cross, truncated, reminder
    std::int64_t attempt = 1;   ///< Place::attempt of its first try
    std::int64_t maxOutput = 0; ///< ceiling of the answer in tokens
    /// The programs that it shows and whose results it tells; none: a first question.
    std::vector<ProgramPlace> parents = {};
    friend bool operator==(const WantedRequest &, const WantedRequest &) = default;
};

/// Whether the whole answer came.
bool isAnswered(const Request &request);

/// What a round of a dialogue needs next, within itself; nothing once it is settled. `purpose`: of
/// its first question. An answer that ended at its ceiling before a whole program is asked for
/// again with twice the ceiling, up to the profile's limit and at most twice, unless the server
/// says that it ended before; one without a program once more with a reminder, where the strategy
/// has it. `dialogue`: null where nothing was asked.
std::optional<WantedRequest> nextOfRound(const Dialogue *dialogue, int round,
                                         const std::string &purpose, const Strategy &strategy,
                                         const ModelParameters &parameters);

/// Whether the round's last answer was cut off well below the ceiling that it was asked with: by a
/// limit of the server's own, as the end of its context.
bool isCutByServer(const Dialogue &dialogue, int round, const ModelParameters &parameters);

/// The round's answer that counts once it is settled; null while it is not.
const Request *settledAnswer(const Dialogue &dialogue, int round, const Strategy &strategy,
                             const ModelParameters &parameters);

/// How many rounds, from the first on, are settled.
int settledRounds(const Dialogue &dialogue, const Strategy &strategy,
                  const ModelParameters &parameters);

/// Where requests of a round stand by their purpose: as they are asked.
int rankOfPurpose(const std::string &purpose);

} // namespace loupe
