// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/asking/askedsamples.h"

#include <array>
#include <cstddef>
#include <vector>

namespace loupe {

/// Counts how the rounds of one method ended. Each round counts once, by its final result. An
/// answer that a retry or reminder replaced counts only as a request, under its own cause.
struct AnswerLosses {
    Name method;
    int rounds = 0;
    std::array<int, lostAnswers> roundsBy{}; ///< by LostAnswer; the sum is `rounds`
    std::array<int, lostAnswers> requestsBy{};
    std::array<KnownSum, lostAnswers> tokensBy; ///< of all requests of the rounds
    /// Rounds with a program: correct + failed + notJudged.
    int correct = 0;
    int failed = 0;
    int notJudged = 0; ///< excluded, skipped, infrastructure failure, or not evaluated

    int roundsWith(LostAnswer cause) const { return roundsBy[static_cast<std::size_t>(cause)]; }
    int lost() const { return rounds - roundsWith(LostAnswer::No) - roundsWith(LostAnswer::Open); }
};

/// Returns one entry per method.
std::vector<AnswerLosses> answerLosses(const AskedPopulation &asked);

} // namespace loupe
