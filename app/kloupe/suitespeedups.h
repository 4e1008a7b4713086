// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/rows/groupby.h"
#include "core/base/json.h"
#include "core/model/metricrow.h"
#include "core/report/tables/suitetables.h"
#include "core/store/read/storereader.h"

#include <span>
#include <vector>

namespace loupe::cli {

/// Speedups as the rows' own suites define them, from the raw times in the store; rows of suites
/// without a definition are in no group. With `joinBaselines` a record with times of the candidate
/// alone is held against the store's reference times, input by input. Errors are the store's.
Result<std::vector<SuiteSpeedupGroup>> suiteSpeedups(StoreReader &reader,
                                                     std::span<const MetricRow> rows,
                                                     GroupBy groupBy, bool joinBaselines);

Json toJson(const SuiteSpeedupGroup &group);

} // namespace loupe::cli
