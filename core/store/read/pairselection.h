// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/record/metricrow.h"
#include "core/model/saved/filter.h"
#include "core/store/sqlite/twinconnection.h"

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <vector>

namespace loupe {

/// Sets MetricRow::selectedForms of `rows`, which must be sorted by id, to what the pair terms of a
/// filter select. Speedups over reference times count like recorded ones. Fails with InvalidInput
/// if a term is invalid, and with Cancelled soon after `stop`.
Status selectForms(TwinTransactions &store, const Filter &filter, std::vector<MetricRow> &rows,
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
