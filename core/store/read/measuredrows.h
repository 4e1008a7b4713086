// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/store/read/storereader.h"

#include <functional>
#include <span>

namespace loupe {

/// Calls `each` for every row in order, with its evaluation if `isMeasured` holds, else with
/// nullptr. Reads a few hundred evaluations at a time.
Status forEachMeasured(StoreReader &reader, std::span<const MetricRow> rows,
                       const std::function<bool(const MetricRow &)> &isMeasured,
                       const std::function<void(const MetricRow &, const Evaluation *)> &each);

} // namespace loupe
