// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/metricrow.h"

#include <cstddef>
#include <vector>

namespace loupe {

/// How many of some rows are flagged.
struct Flagged {
    std::size_t count = 0;
    std::size_t of = 0;
};

/// Makes Verdict::Flagged of every correct row that a finding of cheating speaks against. A failed
/// row stays failed. Returns how many of the rows are flagged now.
Flagged flagWithheld(std::vector<MetricRow> &rows);

} // namespace loupe
