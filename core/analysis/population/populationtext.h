// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/population.h"

#include <cstddef>
#include <string>
#include <vector>

namespace loupe {

/// Counts of a population for its reader.
struct PopulationSize {
    std::size_t tasks = 0;
    std::size_t methods = 0;
    std::size_t pairs = 0;    ///< task × method pairs with a result
    std::size_t allPairs = 0; ///< with those without a result; 0 if a pair may count several times
    std::size_t attempts = 0; ///< each counted once
    /// Baselines that are split or pooled; 0: none. A pair then counts once for each.
    std::size_t baselines = 0;
};
PopulationSize sizeOf(const Population &population);

/// Returns "250 tasks × 4 methods: 986 of 1 000 task × method pairs (15 230 attempts)". Baselines
/// that are split or pooled are counted, too: "… × 5 baselines: 4 930 combinations (986 attempts)".
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
