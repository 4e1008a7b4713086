// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/comparison/comparedside.h"
#include "core/analysis/comparison/runcomparison.h"
#include "core/analysis/comparison/sidefacts.h"
#include "core/analysis/comparison/sidesummary.h"
#include "core/analysis/comparison/sideways.h"
#include "core/analysis/population/population.h"
#include "core/store/read/storereader.h"

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace loupe {

/// Two sides of a store, and how they are compared.
struct SidesRequest {
    ComparedSide first; ///< the baseline of the comparison
    ComparedSide second;
    Filter filter; ///< of both
    Scope scope;   ///< of both: which attempt speaks, and under which conditions
    std::optional<SpeedMeasure> measure; ///< empty: what both sides have
    std::optional<double> noiseFloor;    ///< relative; empty: assumed
    BootstrapOptions bootstrap;
    bool allowChangedTasks = false;
};

/// Two sides and the rows that their comparison points into; not to be copied, therefore.
struct SidesComparison {
    SidesComparison() = default;
    SidesComparison(SidesComparison &&) = default;
    SidesComparison &operator=(SidesComparison &&) = default;
    SidesComparison(const SidesComparison &) = delete;
    SidesComparison &operator=(const SidesComparison &) = delete;
    ~SidesComparison() = default;

    std::vector<ComparedSide> sides;     ///< two
    std::vector<std::string> names;      ///< of the sides in the comparison, each another
    std::vector<Population> populations; ///< of the sides
    std::vector<MetricRow> rows;         ///< the cells of both
    SpeedMeasure measure = SpeedMeasure::Speedups;
    Result<RunComparison> comparison = Error{};
    std::optional<SidesSummary> summary; ///< nothing where they cannot be compared
    std::vector<SideFact> facts;
    std::vector<SideWay> ways; ///< where they cannot be compared under their conditions
};

/// What `kloupe compare --a --b` and the page Compare show: each method of a side speaks once at
/// each task; a side of one method is held against the other's, whatever they are called. Both
/// sides take the conditions that they share. InvalidInput where a side is empty or both hold the
/// same result, Cancelled soon after `stop` is requested; that their conditions differ is no error
/// of the whole, but of its comparison.
Result<SidesComparison> compareSides(StoreReader &reader, const SidesRequest &request,
                                     const std::stop_token &stop = {});

} // namespace loupe
