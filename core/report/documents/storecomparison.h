// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/comparison/configurationdiff.h"
#include "core/analysis/comparison/runcomparison.h"
#include "core/analysis/rows/headlinerows.h"
#include "core/store/read/storereader.h"

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace loupe {

/// Which runs of a store are compared, and how.
struct ComparisonRequest {
    std::string baseline;
    std::vector<std::string> runs; ///< each is compared with the baseline
    Filter filter;
    std::string repeat;               ///< a run that repeats the baseline; empty: none
    std::optional<double> noiseFloor; ///< relative, 0.05 is 5 %; empty: measured or assumed
    BootstrapOptions bootstrap;
    bool allowChangedTasks = false;
    bool outcomesOnly = false; ///< no speedups: conditions may differ
    bool includeWithheld = false;
};

/// Comparisons of runs with one baseline and the rows they point into; not to be copied, therefore.
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
    /// Of each run but the baseline. One that cannot be compared does not keep the others from it.
    std::vector<Result<RunComparison>> comparisons;
};

/// What `kloupe compare` and the page Compare show. The noise floor is the given one, else measured
/// on the repeat, else on their own rounds with identical code, else assumed;
/// its source says which. NotFound where the store has no run of a name (the detail lists those it
/// has), InvalidInput where a repeat is too small to measure a floor on, Cancelled soon after
/// `stop` is requested.
Result<StoreComparison> compareStored(StoreReader &reader, const ComparisonRequest &request,
                                      const std::stop_token &stop = {});

} // namespace loupe
