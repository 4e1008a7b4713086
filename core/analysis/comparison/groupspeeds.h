// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/comparison/runcomparison.h"
#include "core/analysis/rows/groupby.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// Who is faster at the tasks of a level or a category that both sides solve.
struct GroupSpeeds {
    std::string group;
    int solvedByBoth = 0;
    int timed = 0; ///< the next three add up to it
    int firstFaster = 0;
    int unclear = 0;
    int firstSlower = 0;

    friend bool operator==(const GroupSpeeds &, const GroupSpeeds &) = default;
};

/// By level where the tasks have several, else by category.
GroupBy groupingOf(const RunComparison &comparison);

/// Levels by number, categories with the most timed first, at most so many: the last one is then
/// all others together.
std::vector<GroupSpeeds> groupSpeeds(const RunComparison &comparison, GroupBy groupBy,
                                     std::size_t most);

/// How many times as fast the first side is at a task; nothing where it is not timed on both.
std::optional<double> firstRatio(const ComparedPair &pair);

/// "1 093×", "9.83×", "0.00006×": a ratio as people read it.
std::string ratioWords(double ratio);

/// Those timed on both sides, the largest ratio first, whichever side it favours.
std::vector<const ComparedPair *> largestDifferences(const RunComparison &comparison);

} // namespace loupe
