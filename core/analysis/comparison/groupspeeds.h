// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/comparison/runcomparison.h"
#include "core/analysis/rows/groupby.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// Number of tasks that each side is faster at, in a level or category, among tasks that both sides
/// solve.
struct GroupSpeeds {
    std::string group;
    int solvedByBoth = 0;
    int timed = 0; ///< firstFaster + unclear + firstSlower
    int firstFaster = 0;
    int unclear = 0;
    int firstSlower = 0;

    friend bool operator==(const GroupSpeeds &, const GroupSpeeds &) = default;
};

/// Returns level if the tasks have several levels, else category.
GroupBy groupingOf(const RunComparison &comparison);

/// Counts levels by number, or categories by timed tasks, descending. Returns at most `most`
/// groups; if there are more, the last one holds all the rest.
std::vector<GroupSpeeds> groupSpeeds(const RunComparison &comparison, GroupBy groupBy,
                                     std::size_t most);

/// Returns how many times as fast the first side is at a task; nullopt if it is not timed on both.
std::optional<double> firstRatio(const ComparedPair &pair);

/// Formats a ratio for display: "1 093×", "9.83×", "0.00006×".
std::string ratioWords(double ratio);

/// Returns the tasks timed on both sides, the largest ratio first, whichever side it favours.
std::vector<const ComparedPair *> topDifferences(const RunComparison &comparison);

/// Attempts that changed most between two runs.
struct TopMovers {
    /// At most `ofEachKind` of each kind: broken, fixed, slower, faster. The last two are sorted by
    /// ratio, largest first; the others keep the order of the comparison.
    std::vector<const ComparedPair *> pairs;
    int broken = 0; ///< total number, as are the next three
    int fixed = 0;
    int slower = 0; ///< beyond the noise, both correct
    int faster = 0;
};

/// Returns pairs that point into `comparison`.
TopMovers topMovers(const RunComparison &comparison, std::size_t ofEachKind);

} // namespace loupe
