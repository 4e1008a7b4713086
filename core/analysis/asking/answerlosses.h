// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/asking/askedsamples.h"

#include <array>
#include <cstddef>
#include <vector>

namespace loupe {

/// What came of one method's answers. Each round counts once, by what it ended with: an answer that
/// a retry or reminder made good is among the requests of its cause, and not among the rounds.
struct AnswerLosses {
    Name method;
    int rounds = 0;
    std::array<int, lostAnswers> roundsBy{}; ///< by LostAnswer; they add up to `rounds`
    std::array<int, lostAnswers> requestsBy{};
    std::array<KnownSum, lostAnswers> tokensBy; ///< of the rounds, all their requests
    /// Of the rounds with a program; the three add up to them.
    int correct = 0;
    int failed = 0;
    int notJudged = 0; ///< withheld, skipped, a failure of the machinery, or not evaluated

    int roundsWith(LostAnswer cause) const { return roundsBy[static_cast<std::size_t>(cause)]; }
    int lost() const { return rounds - roundsWith(LostAnswer::No) - roundsWith(LostAnswer::Open); }
};

/// One for each method.
std::vector<AnswerLosses> answerLosses(const AskedPopulation &asked);

} // namespace loupe
