// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/population.h"

#include <string>
#include <vector>

namespace loupe {

/// "250 tasks × 4 methods: 986 of 1 000 cells, each counted once, from 15 230 results".
std::string sizeSentence(const Population &population);

/// "eager, one of 5 baselines"; "2 devices, split"; "not recorded".
std::string text(const PopulationCondition &condition);

/// What is not obvious of the conditions: chosen, split or pooled values; "baseline eager, one of 5
/// baselines". Empty where each has one value or none.
std::vector<std::string> conditionSentences(const Population &population);

/// "29 with a proof or an open suspicion", "9 000 of another baseline" …, by reason.
std::string text(const LeftOutObservations &leftOut);

/// "device A100, baseline eager": what tells a block of a larger answer from the others; empty
/// where there is only one.
std::string headingOf(const Population &block);

/// "41 speedups over reference times of H100 eager"; what was joined, and what was not because
/// reference times disagree. Empty where nothing could be joined.
std::vector<std::string> joinSentences(const Population &population);

/// All of the above as sentences for a caption, with the attempt that speaks.
std::string captionOf(const Population &population);

} // namespace loupe
