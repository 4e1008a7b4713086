// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/store/read/storereader.h"

#include <functional>
#include <span>

namespace loupe::cli {

/// Calls `each` for every row in order, with what was measured of those that `isMeasured` holds
/// for, and nullptr for the others. Reads some hundred evaluations at a time.
Status forEachMeasured(StoreReader &reader, std::span<const MetricRow> rows,
                       const std::function<bool(const MetricRow &)> &isMeasured,
                       const std::function<void(const MetricRow &, const Evaluation *)> &each);

} // namespace loupe::cli
