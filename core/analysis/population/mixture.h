// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/population.h"

#include <cstddef>
#include <string>
#include <vector>

namespace loupe {

/// Conditions of a population with several values and no rule from the user. Either the first value
/// was chosen for each, or all values are pooled.
struct Mixture {
    std::vector<PopulationCondition> conditions; ///< in the order of `scopeConditions`
    bool isPooled = false;                       ///< values are pooled
    std::size_t leftOut = 0;                     ///< results of other values
    std::size_t otherSpeedups = 0;               ///< over other baselines; their results count

    bool isEmpty() const { return conditions.empty(); }
};

/// Returns the pooled conditions if there are any, else the chosen ones. Pooling makes numbers
/// wrong, while a choice only makes them fewer.
Mixture mixtureOf(const Population &population);

/// Returns "Mixed: 3 suites, 5 devices." or "Pooled: 5 baselines."
std::string reasonOf(const Mixture &mixture);
/// Returns "Shown: A100; 12 000 other results excluded." or "Shown: eager; 9 other speedups
/// excluded."
std::string consequenceOf(const Mixture &mixture);

/// Returns the scope with each automatically chosen value set explicitly. It stays the same when
/// the filter widens or results are added.
Scope settledScope(const Population &population);

/// Returns the settled scope with every attempt and with excluded results, for pages that list
/// observations instead of cells.
Scope observationScope(const Population &population);

/// Returns the settled scope by the verdicts of the runs, because filters and failure causes refer
/// to those.
Scope runVerdictScope(const Population &population);

} // namespace loupe
