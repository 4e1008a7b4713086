// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/model/record/metricrow.h"
#include "core/model/saved/filter.h"
#include "core/store/sqlite/twinconnection.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <vector>

namespace loupe {

/// Selection by the pair terms of a filter. Speedups over reference times count like recorded ones.
class FormSelection
{
public:
    /// Returns the ids that match a filter, in ascending order.
    using MatchingIds = std::function<Result<std::vector<RowId>>(const Filter &)>;

    /// Fails with InvalidInput if a term is invalid, and as `matching` does.
    static Result<FormSelection> read(const Filter &filter, const MatchingIds &matching);

    /// Sets MetricRow::selectedForms of rows, which must be sorted by id.
    void mark(std::vector<MetricRow> &rows) const;

private:
    bool m_selectsAll = true; ///< the filter has no pair terms
    std::vector<RowId> m_recorded;
    std::vector<FilterTerm> m_speedups;
    bool m_isByOthers = false;
    std::vector<RowId> m_others; ///< ids that match without the terms about speedups
};

/// Returns the ids that match a filter, in ascending order. Fails with InvalidInput if a term is
/// invalid, and with Cancelled soon after `stop`.
Result<std::vector<RowId>> matchingIds(TwinTransactions &store, const Filter &filter,
                                       const std::stop_token &stop);

/// Returns the bit of MetricRow::selectedForms: 0 is the recorded speedup, i + 1 that over
/// reference i.
std::uint32_t formBit(std::size_t form);
/// Returns the bit of a row without a speedup, or whose speedup a population has removed.
std::uint32_t formBitWithout();

/// Returns the terms about speedups or baseline times.
std::vector<FilterTerm> speedupTerms(const Filter &filter);
Filter withoutSpeedups(Filter filter);
/// Returns true if the terms of speedupTerms(), which must be valid, all hold for a row without a
/// speedup.
bool holdWithout(const std::vector<FilterTerm> &terms);
/// Returns true if these terms all hold for a timed row and its speedup over the reference.
bool holdOver(const std::vector<FilterTerm> &terms, const MetricRow &row,
              const ReferenceTime &reference);

/// Returns true if a filter has a term about speedups or baseline times, which other records can
/// supply.
bool asksForSpeedups(const Filter &filter);

} // namespace loupe
