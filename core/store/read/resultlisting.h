// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/failures/failureclusters.h"
#include "core/analysis/population/population.h"
#include "core/base/result.h"
#include "core/model/saved/filter.h"
#include "core/store/read/rowset.h"
#include "core/store/read/scopedrows.h"
#include "core/store/read/storereader.h"

#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace loupe {

/// Speedups of results over the baseline of a scope, for lists that read their rows from the store.
class ListedSpeedups
{
public:
    /// Takes the speedups of `rows`, each of which must have another id. If there is a set, only
    /// those in it.
    explicit ListedSpeedups(std::span<const MetricRow> rows, const RowSet *only = nullptr);

    /// Replaces the speedup, the baseline's name and its time. A result that is not listed loses
    /// them. The interval and the least speedup stay if the speedup is the recorded one.
    void applyTo(ResultRow &row) const;
    /// Sorts by SortKey::Speedup or SortKey::BaselineMs, rows without a value last, ties by id.
    void sort(std::vector<RowId> &ids, SortOrder order) const;
    /// Returns the names of the speedups' baselines, sorted.
    const std::vector<std::string> &baselines() const { return m_baselines; }

private:
    struct Entry {
        RowId id;
        Name baseline;
        OptionalNumber<double> speedup;
        OptionalNumber<double> baselineMs;
        bool isRecorded = false;
    };
    const Entry *find(RowId id) const;

    std::vector<Entry> m_entries; ///< by id
    std::vector<std::string> m_baselines;
};

/// Returns true for the orders that depend on the baseline.
bool isBySpeedup(SortKey key);

/// The results of a list in order, with their speedups.
struct ResultListing {
    std::vector<RowId> ids;
    std::shared_ptr<const ListedSpeedups> speedups; ///< null: each as the store recorded it
};

/// Reads some results of a listing, with its speedups.
std::vector<ResultRow> fetchListed(RowSource &source, const ResultListing &listing,
                                   std::span<const RowId> ids);

/// Lists the results that the filter selects. Terms, order and speedups are about the baseline of
/// the scope; see useBaselineOf(). If the scope chooses none and no reference time can be joined,
/// the speedups are the recorded ones, and the store answers without reading the rows. Errors: as
/// StoreReader::ids() and scopedRows().
Result<ResultListing> listResults(StoreReader &reader, const Filter &filter, const Scope &scope,
                                  SortOrder order, const std::stop_token &stop = {});

/// Does the same for the rows of the filter, already read.
Result<ResultListing> listResults(StoreReader &reader, const Filter &filter, RowsInScope results,
                                  SortOrder order, const std::stop_token &stop = {});

/// Returns the speedups of a population's pairs, or of those of its observations that are `chosen`,
/// if there are any. Null if its baselines are split or pooled, because a pair has several then.
std::shared_ptr<const ListedSpeedups> listedSpeedups(const Population &population,
                                                     std::span<const RowId> chosen);

/// Observations of a population that are listed instead of its pairs.
struct ChosenResults {
    std::span<const RowId> ids; ///< empty: the pairs are listed
    /// A list under the same filter in the same order. If it has all these results, the store is
    /// not read: ordering a million takes longer than the rest of the list.
    std::span<const RowId> listed = {};
};

/// Lists the pairs of a population, which must be of the filter, or those of its
/// observations that are chosen, if there are any. The speedups are those of listedSpeedups().
Result<ResultListing> listPairs(StoreReader &reader, const Filter &filter,
                                const Population &population, const ChosenResults &chosen,
                                SortOrder order, const std::stop_token &stop = {});

/// Does StoreReader::facets() for the results that listResults() lists. Fields as of pairFacets().
Result<std::vector<std::vector<FacetCount>>> listedFacets(StoreReader &reader,
                                                          std::span<const std::string> fields,
                                                          const Filter &filter, const Scope &scope,
                                                          const std::stop_token &stop = {});

/// Counts the failures that listResults() lists in the scope, under the values of conditions that
/// it chooses. `rows` and `reasons` are those of the filter, which must not select the reasons by
/// speedups; see withoutSpeedups().
std::vector<FailureCount> listedFailures(std::span<const MetricRow> rows, const Scope &scope,
                                         std::span<const FailureReason> reasons);

} // namespace loupe
