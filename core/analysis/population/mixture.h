// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/population.h"

#include <cstddef>
#include <string>
#include <vector>

namespace loupe {

/// The conditions of which a population had several values and nobody said what shall be done: the
/// first value was taken of each, or all are counted together.
struct Mixture {
    std::vector<PopulationCondition> conditions; ///< as `scopeConditions` orders them
    bool isPooled = false;                       ///< they are counted together
    std::size_t leftOut = 0;                     ///< observations of other values

    bool isEmpty() const { return conditions.empty(); }
};

/// What is pooled comes before what was chosen: it makes numbers wrong, not only fewer.
Mixture mixtureOf(const Population &population);

/// Returns "Mixed: 3 suites, 5 devices." or "Pooled: 5 baselines."
std::string reasonOf(const Mixture &mixture);
/// Returns "Shown: A100; 12 000 other results excluded."
std::string consequenceOf(const Mixture &mixture);

/// The scope of the population with each value that was taken because it was the largest asked for
/// by name: it stays the same when the filter widens or results come.
Scope settledScope(const Population &population);

/// The settled scope with every attempt and with what is withheld: for pages that list observations
/// rather than count cells.
Scope observationScope(const Population &population);

/// The settled scope by the verdicts of the runs, whichever it counts: for what filters and causes
/// of failures are about.
Scope runVerdictScope(const Population &population);

} // namespace loupe
