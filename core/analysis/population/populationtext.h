// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/population.h"

#include <string>
#include <vector>

namespace loupe {

/// Returns "250 tasks × 4 methods: 986 of 1 000 task × method pairs (15 230 attempts)". Baselines
/// that are split or pooled are counted, too: "… × 5 baselines: 4 930 combinations (986 results)".
std::string sizeSentence(const Population &population);

/// Returns "eager (1 of 5)", "2 devices, split" or "not recorded".
std::string text(const PopulationCondition &condition);

/// Returns the conditions that were chosen, split or pooled: "baseline: eager (1 of 5)". Empty if
/// each has at most one value.
std::vector<std::string> conditionSentences(const Population &population);

/// Returns "9 000 speedups are over another baseline", "2 results are recorded twice" …
std::string text(const LeftOutObservations &leftOut);

/// Returns what distinguishes a block of a larger answer: "device A100, baseline eager". Empty if
/// there is only one block.
std::string headingOf(const Population &block);

/// Returns what was joined, "41 speedups over reference times of H100 eager", and what was not
/// because reference times disagree. Empty if nothing could be joined.
std::vector<std::string> joinSentences(const Population &population);

/// Returns which attempt counts: "Each task counts once, with its last judged round." Empty if each
/// pair has one attempt.
std::string choiceSentence(const Population &population);

/// Returns the composition of the correct results: "46 correct: 3 own kernels, 13 mixed, 30 library
/// only." Empty if it is unknown for all.
std::string compositionSentence(const Population &population);

/// Returns how many correct results are flagged; empty if none is.
std::string flaggedSentence(const Population &population);

/// Returns all of the above as sentences for a caption, with the representative attempt.
std::string captionOf(const Population &population);

} // namespace loupe
