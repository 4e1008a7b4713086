// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/asking/askedsamples.h"

#include <optional>
#include <vector>

namespace loupe {

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
