// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/record/metricrow.h"

#include <cstddef>
#include <vector>

namespace loupe {

/// Number of flagged rows.
struct Flagged {
    std::size_t count = 0;
    std::size_t of = 0;
};

/// Sets Verdict::Flagged for every correct row with a cheating finding. A failed row stays failed.
/// Returns the number of flagged rows.
Flagged flagWithheld(std::vector<MetricRow> &rows);

} // namespace loupe
