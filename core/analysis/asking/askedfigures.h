// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/asking/askedsamples.h"

#include <array>
#include <cstddef>
#include <optional>
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

/// The cost of one method's kernels over all its requests, including failures, retries and samples
/// without a result.
struct AskingCost {
    Name method;
    int tasks = 0; ///< tasks (per run) with requests
    int samples = 0;
    int rounds = 0;
    Spending spent;
    int solved = 0;               ///< tasks with a correct program in any sample and round
    std::optional<int> confirmed; ///< tasks correct with fresh inputs; nullopt if none was checked

    /// Returns the known sum divided by solved tasks (KernelGenBench's tokens per success, or
    /// another unit). Returns nullopt if either is missing. If isPartial(), the true value is
    /// higher.
    std::optional<double> perSuccess(BudgetUnit unit) const;
    bool isPartial(BudgetUnit unit) const;
};

/// Returns one entry per method.
std::vector<AskingCost> askingCosts(const AskedPopulation &asked);

/// The effect of one kind of feedback on programs. A step leads from the program that the feedback
/// was about to the answer's program. The first may come from any earlier round or another sample;
/// if feedback was about two programs, the first and better one counts. An answer without a program
/// is a failure.
struct FeedbackEffect {
    Name method;
    ToldKind told = ToldKind::Nothing;
    int steps = 0;      ///< steps with both ends judged: wasFailing + wasCorrect
    int notJudged = 0;  ///< steps with an end that is not judged
    int wasFailing = 0; ///< steps from a failing program
    int fixed = 0;      ///< of these, correct afterwards
    int wasCorrect = 0;
    int kept = 0;  ///< of these, still correct afterwards
    int timed = 0; ///< of `kept`, timed at both ends
    /// Geometric mean, over `timed`, of later speedup / earlier speedup.
    std::optional<double> speedupRatio;
};

/// Returns the kinds that occur, by method, then in the order of ToldKind. First prompts and
/// restarted prompts carry no feedback and are not steps.
std::vector<FeedbackEffect> feedbackEffects(const AskedPopulation &asked);

} // namespace loupe
