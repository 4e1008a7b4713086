// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/comparison/runcomparison.h"

#include <cstddef>
#include <vector>

namespace loupe {

/// Attempts that moved most between two runs.
struct TopMovers {
    /// At most so many of each kind: broken, fixed, slower, faster; within the last two the largest
    /// ratio first. Others in the order of the comparison.
    std::vector<const ComparedPair *> pairs;
    int broken = 0; ///< all there are
    int fixed = 0;
    int slower = 0; ///< beyond the noise, both correct
    int faster = 0;
};

/// The pairs point into `comparison`.
TopMovers topMovers(const RunComparison &comparison, std::size_t ofEachKind);

} // namespace loupe
