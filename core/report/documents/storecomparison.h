// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/comparison/configurationdiff.h"
#include "core/analysis/comparison/runcomparison.h"
#include "core/analysis/rows/grouping.h"
#include "core/store/read/storereader.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace loupe {

/// Runs of a store to compare, and options.
struct ComparisonRequest {
    std::string baseline;
    std::vector<std::string> runs; ///< each is compared with the baseline
    Filter filter;
    std::string repeat;               ///< a run that repeats the baseline; may be empty
    std::optional<double> noiseFloor; ///< relative, 0.05 is 5 %; nullopt: measured or assumed
    BootstrapOptions bootstrap;
    bool allowChangedTasks = false;
    bool outcomesOnly = false; ///< no speedups, so that conditions may differ
    bool includeWithheld = false;
};

/// Comparisons of runs with one baseline, and the rows they point into. It is therefore not
/// copyable.
struct StoreComparison {
    StoreComparison() = default;
    StoreComparison(StoreComparison &&) = default;
    StoreComparison &operator=(StoreComparison &&) = default;
    StoreComparison(const StoreComparison &) = delete;
    StoreComparison &operator=(const StoreComparison &) = delete;
    ~StoreComparison() = default;

    std::vector<std::string> names;                  ///< of the runs, the baseline first
    Flagged flagged;                                 ///< of all attempts under the filter
    std::vector<ConfigurationSetting> configuration; ///< values in the order of the names
    std::vector<MetricRow> rows;                     ///< of these runs
    /// One per run except the baseline. A failed comparison does not affect the others.
    std::vector<Result<RunComparison>> comparisons;
};

/// Returns the first pair of these runs that can be compared; see firstComparablePair().
Result<std::optional<std::pair<std::string, std::string>>>
firstStoredPair(StoreReader &reader, const Filter &filter, const std::vector<std::string> &runs,
                const std::string &preferred, const std::stop_token &stop = {});

/// Does the comparison of `kloupe compare` and the page Compare. The noise floor is the requested
/// one, else measured on the repeat, else on rounds with identical code, else assumed; its source
/// tells which. Fails with NotFound for an unknown run (the detail lists all runs), and with
/// InvalidInput if a repeat is too small for a floor. Fails with Cancelled soon after `stop` is
/// requested.
Result<StoreComparison> compareStored(StoreReader &reader, const ComparisonRequest &request,
                                      const std::stop_token &stop = {});

/// Does testAttempts() with stored measurements. Fails with Cancelled soon after `stop` is
/// requested.
Status testFromStore(RunComparison &comparison, StoreReader &reader, std::uint64_t seed,
                     const std::stop_token &stop);

} // namespace loupe
