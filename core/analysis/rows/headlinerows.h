// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/metricrow.h"

#include <cstddef>
#include <vector>

namespace loupe {

/// What is outside headline numbers, and how many there were.
struct LeftOut {
    std::size_t count = 0;
    std::size_t of = 0;
};

/// Takes out rows that have a proof or an uncleared suspicion against them.
LeftOut leaveOutWithheld(std::vector<MetricRow> &rows);

} // namespace loupe
