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

/// Two sides of a store, and options of their comparison.
struct SidesRequest {
    ComparedSide first; ///< the baseline of the comparison
    ComparedSide second;
    Filter filter;                       ///< of both sides
    Scope scope;                         ///< of both sides: attempt choice and conditions
    std::optional<SpeedMeasure> measure; ///< nullopt: chosen automatically
    std::optional<double> noiseFloor;    ///< relative; nullopt: a default
    BootstrapOptions bootstrap;
    bool allowChangedTasks = false;
};

/// Two sides and the rows that their comparison points into. It is therefore not copyable.
struct SidesComparison {
    SidesComparison() = default;
    SidesComparison(SidesComparison &&) = default;
    SidesComparison &operator=(SidesComparison &&) = default;
    SidesComparison(const SidesComparison &) = delete;
    SidesComparison &operator=(const SidesComparison &) = delete;
    ~SidesComparison() = default;

    std::vector<ComparedSide> sides;     ///< always two
    std::vector<std::string> names;      ///< distinct names of the sides in the comparison
    std::vector<Population> populations; ///< of the sides
    std::vector<MetricRow> rows;         ///< the cells of both
    SpeedMeasure measure = SpeedMeasure::Speedups;
    Result<RunComparison> comparison = Error{};
    std::optional<SidesSummary> summary; ///< nullopt if they cannot be compared
    std::vector<SideFact> facts;
    std::vector<SideWay> ways; ///< alternatives, if their conditions prevent a comparison
};

/// Does the comparison of `kloupe compare --a --b` and the page Compare. Each method of a side
/// counts once per task. Two sides of one method each are compared even if the methods differ. Both
/// sides use the conditions that they share. Fails with InvalidInput if a side is empty or both
/// have the same result, and with Cancelled soon after `stop` is requested. Different conditions
/// are an error of the comparison only, not of the whole.
Result<SidesComparison> compareSides(StoreReader &reader, const SidesRequest &request,
                                     const std::stop_token &stop = {});

} // namespace loupe
