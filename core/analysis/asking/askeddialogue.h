// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/name.h"
#include "core/model/record/dialogue.h"
#include "core/model/record/extraction.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace loupe {

/// The parts of a Request that figures need, without its text.
struct AskedRequest {
    int round = 0;
    Name state;                               ///< Request::state
    bool isAnswered = false;                  ///< an answer arrived, complete or not
    bool isWhole = false;                     ///< the answer is complete
    std::optional<ExtractionOutcome> outcome; ///< of its answer: the user's choice, else the newest
    std::optional<std::int64_t> inputTokens;
    std::optional<std::int64_t> outputTokens;
    std::optional<double> dollars;
    friend bool operator==(const AskedRequest &, const AskedRequest &) = default;
};

/// A message with feedback about a program, or a user's hint.
struct AskedMessage {
    int round = 0;
    bool isHint = false;
    std::optional<ToldEvaluation> told;
    friend bool operator==(const AskedMessage &, const AskedMessage &) = default;
};

/// The parts of a Dialogue that figures need.
struct AskedDialogue {
    Name run;
    Name suite;
    Name task;
    Name method;
    int sample = 0;
    Name profile;  ///< GenerationProfile::json; empty if imported
    Name strategy; ///< Dialogue::strategy: the kind, then its numbers
    Name stopReason;
    bool hasResult = false;             ///< the store has an evaluation of this sample
    std::vector<AskedRequest> requests; ///< in the order they were planned
    std::vector<AskedMessage> messages; ///< feedback and hints
    friend bool operator==(const AskedDialogue &, const AskedDialogue &) = default;
};

} // namespace loupe
