// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/rows/groupby.h"
#include "core/base/json.h"
#include "core/model/record/metricrow.h"
#include "core/report/tables/suitetables.h"
#include "core/store/read/storereader.h"

#include <span>
#include <vector>

namespace loupe::cli {

/// Computes speedups as the rows' suites define them, from the raw times in the store. Skips suites
/// without a definition. With `joinBaselines`, candidates without reference times are compared with
/// the store's reference times, input by input. Returns only errors of the store.
Result<std::vector<SuiteSpeedupGroup>> suiteSpeedups(StoreReader &reader,
                                                     std::span<const MetricRow> rows,
                                                     GroupBy groupBy, bool joinBaselines);

Json toJson(const SuiteSpeedupGroup &group);

} // namespace loupe::cli
