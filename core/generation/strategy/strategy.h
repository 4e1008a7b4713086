// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/endpoints/profile/profile.h"
#include "core/model/dialogue.h"

#include <cstdint>
#include <optional>
#include <string>

namespace loupe {

/// How kernels are asked for: independent samples, each one question about one task.
struct Strategy {
    int samples = 1;         ///< of each task
    std::string startPrompt; ///< name or file (findPrompt()); empty: the platform's own
};

/// The sections "strategy" and "prompt" of a profile. InvalidInput with every problem by its place:
/// what this version does not know is refused.
Result<Strategy> readStrategy(const Profile &profile);

/// A request to send for a sample.
struct WantedRequest {
    int round = 0;
    std::string purpose;        ///< start, truncated
    std::int64_t attempt = 1;   ///< Place::attempt of its first try
    std::int64_t maxOutput = 0; ///< ceiling of the answer in tokens
    friend bool operator==(const WantedRequest &, const WantedRequest &) = default;
};

/// What a sample needs next; nothing once it is settled. An answer that ended at its ceiling before
/// a whole program is asked for again with twice the ceiling, up to the profile's limit and at most
/// twice. `dialogue`: null where nothing was asked yet.
std::optional<WantedRequest> nextRequest(const Dialogue *dialogue,
                                         const ModelParameters &parameters);

/// Whether the whole answer came.
bool isAnswered(const Request &request);

/// The answer that counts once the sample is settled; null while it is not.
const Request *settledAnswer(const Dialogue &dialogue, const ModelParameters &parameters);

} // namespace loupe
