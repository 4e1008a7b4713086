// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/population/population.h"
#include "core/model/filter.h"
#include "core/store/read/storereader.h"

#include <cstdint>
#include <stop_token>

namespace loupe::ui {

/// Numbers beside the names of pages that were not visited yet. Each is the one that its page
/// shows.
struct PageCounts {
    std::int64_t failures = 0;   ///< failed pairs, by the verdicts of the runs
    std::int64_t unreviewed = 0; ///< suspicious results without a decision
    std::int64_t figures = 0;
};

/// Counts for a population, which must have been made with this filter. Blocks; fails with
/// Cancelled soon after `stop` is requested.
Result<PageCounts> readPageCounts(StoreReader &reader, const Filter &filter,
                                  const Population &population, const std::stop_token &stop);

} // namespace loupe::ui
