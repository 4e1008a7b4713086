// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/population.h"

#include <string>
#include <vector>

namespace loupe {

/// Returns "250 tasks × 4 methods: 986 of 1 000 task × method pairs (15 230 attempts)".
std::string sizeSentence(const Population &population);

/// Returns "eager (1 of 5)", "2 devices, split" or "not recorded".
std::string text(const PopulationCondition &condition);

/// Returns the conditions that were chosen, split or pooled: "baseline: eager (1 of 5)". Empty
/// where each has one value or none.
std::vector<std::string> conditionSentences(const Population &population);

/// Returns "9 000 speedups are over another baseline", "2 results are recorded twice" …
std::string text(const LeftOutObservations &leftOut);

/// "device A100, baseline eager": what tells a block of a larger answer from the others; empty
/// where there is only one.
std::string headingOf(const Population &block);

/// "41 speedups over reference times of H100 eager"; what was joined, and what was not because
/// reference times disagree. Empty where nothing could be joined.
std::vector<std::string> joinSentences(const Population &population);

/// Returns which attempt counts: "Each task counts once, with its last judged round." Empty where
/// each pair has one attempt.
std::string choiceSentence(const Population &population);

/// Returns what the correct results are made of: "46 correct: 3 own kernels, 13 mixed, 30 library
/// only." Empty where that is known of none.
std::string compositionSentence(const Population &population);

/// Returns how many correct results are flagged; empty where none is.
std::string flaggedSentence(const Population &population);

/// All of the above as sentences for a caption, with the attempt that speaks.
std::string captionOf(const Population &population);

} // namespace loupe
