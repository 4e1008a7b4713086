// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/comparison/runcomparison.h"

#include <cstddef>
#include <vector>

namespace loupe {

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
