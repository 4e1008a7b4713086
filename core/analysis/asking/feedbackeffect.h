// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/asking/askedsamples.h"

#include <optional>
#include <vector>

namespace loupe {

/// What became of programs that a model was told one kind of thing about. A step goes from the
/// program that was told about, which need not be that of the round before nor of the same sample,
/// to the answer's; of two programs that are crossed from the first, which is the better. An
/// answer without a program is a failure; results that are not judged are counted apart.
struct FeedbackEffect {
    Name method;
    ToldKind told = ToldKind::Nothing;
    int steps = 0;      ///< with both ends judged: wasFailing + wasCorrect
    int notJudged = 0;  ///< steps with an end that is not
    int wasFailing = 0; ///< the program that was told about
    int fixed = 0;      ///< of these, correct after it
    int wasCorrect = 0;
    int kept = 0;  ///< of these, correct after it
    int timed = 0; ///< of the kept, timed at both ends
    /// Geometric mean over the timed of the later speedup / the earlier.
    std::optional<double> speedupRatio;
};

/// By method, then in the order of ToldKind; kinds that occur. First questions, and questions that
/// were asked anew, told nothing and are no steps.
std::vector<FeedbackEffect> feedbackEffects(const AskedPopulation &asked);

} // namespace loupe
