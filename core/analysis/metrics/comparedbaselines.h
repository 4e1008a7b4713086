// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/metrics/fasterthanall.h"
#include "core/analysis/population/population.h"
#include "core/analysis/population/scope.h"

#include <span>
#include <string>
#include <vector>

namespace loupe {

/// Comparison of baselines for results that differ in no other condition.
struct ComparedBaselines {
    Scope scope;         ///< without a rule for the baseline
    std::string heading; ///< the conditions of these results; empty if there are no others
    FasterThanAll over;
};

/// Returns whether the scope splits results by a condition other than the baseline.
bool isSplit(const Scope &scope);

/// Compares the baselines of each block; those with fewer than two are left out. `blocks` are made
/// of `rows`. A block that is split by a condition gives one comparison for each value, because
/// their speedups are not pooled.
std::vector<ComparedBaselines> comparedBaselines(std::span<const Population> blocks,
                                                 const std::vector<MetricRow> &rows);

} // namespace loupe
