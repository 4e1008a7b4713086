// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/population.h"
#include "core/analysis/population/scope.h"
#include "core/analysis/population/scopedpairs.h"
#include "core/analysis/rows/rowparts.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// Speedups of a population over one of the baselines that its results have times of.
struct BaselineRow {
    std::string baseline;
    std::size_t timed = 0;  ///< correct cells with a speedup over it
    std::size_t faster = 0; ///< of these, those with a speedup above 1
    std::optional<double> geometricMean;

    friend bool operator==(const BaselineRow &, const BaselineRow &) = default;
};

/// Results over several baselines.
struct FasterThanAll {
    std::vector<BaselineRow> baselines; ///< the one with the most speedups first
    std::size_t correct = 0;            ///< correct cells, with or without times
    std::size_t withAll = 0;            ///< of these, those with a speedup over every baseline
    std::size_t faster = 0;             ///< of `withAll`, those with all speedups above 1
    std::optional<double> worstMean;    ///< geometric mean of the smallest speedup of each

    /// Returns whether there are several baselines to compare.
    bool hasSeveral() const { return baselines.size() > 1; }
    friend bool operator==(const FasterThanAll &, const FasterThanAll &) = default;
};

/// Compares the same cells over each baseline. A cell is a method at a task under one set of
/// conditions; it must be there over each of them.
FasterThanAll fasterThanAll(std::span<const CellsOverBaseline> overEach);

/// Returns the cells over each baseline that `population`, made of `rows`, knows, under the other
/// rules of its scope. Empty if there are fewer than two, or if the baseline is a method.
std::vector<CellsOverBaseline> cellsOverEach(RowParts &rows, const Population &population);
std::vector<CellsOverBaseline> cellsOverEach(const std::vector<MetricRow> &rows,
                                             const Population &population);

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
