// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/name.h"
#include "core/model/dialogue.h"
#include "core/model/extraction.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace loupe {

/// What figures need of a Request: no text of it.
struct AskedRequest {
    int round = 0;
    Name state;                               ///< Request::state
    bool isAnswered = false;                  ///< something came back
    bool isWhole = false;                     ///< and the connection did not end before it did
    std::optional<ExtractionOutcome> outcome; ///< of its answer: a person's choice, else the newest
    std::optional<std::int64_t> inputTokens;
    std::optional<std::int64_t> outputTokens;
    std::optional<double> dollars;
    friend bool operator==(const AskedRequest &, const AskedRequest &) = default;
};

/// A message that told a model what became of a program, or a person's hint.
struct AskedMessage {
    int round = 0;
    bool isHint = false;
    std::optional<ToldEvaluation> told;
    friend bool operator==(const AskedMessage &, const AskedMessage &) = default;
};

/// What figures need of a Dialogue.
struct AskedDialogue {
    Name run;
    Name suite;
    Name task;
    Name method;
    int sample = 0;
    Name profile;  ///< GenerationProfile::json; empty: imported
    Name strategy; ///< Dialogue::strategy: the kind, then its numbers
    Name stopReason;
    bool hasResult = false;             ///< the store has an evaluation of this sample
    std::vector<AskedRequest> requests; ///< as they were planned
    std::vector<AskedMessage> messages; ///< feedback and hints
    friend bool operator==(const AskedDialogue &, const AskedDialogue &) = default;
};

} // namespace loupe
