// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/filter.h"
#include "core/model/metricrow.h"
#include "core/store/sqlite/twinconnection.h"

#include <stop_token>
#include <vector>

namespace loupe {

/// Sets MetricRow::selectedForms of `rows`, which are in the order of their ids, to what the pair
/// terms of a filter select of them. Speedups over reference times count as recorded ones do.
/// InvalidInput where a term has no meaning; Cancelled soon after `stop`.
Status selectForms(TwinTransactions &store, const Filter &filter, std::vector<MetricRow> &rows,
                   const std::stop_token &stop);

/// Whether a filter asks for speedups or times of baselines, which other records can supply.
bool asksForSpeedups(const Filter &filter);

/// Whether any form of the row that a population can make of it is selected.
bool isAnyFormSelected(const MetricRow &row);

} // namespace loupe
