// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/store/rows/filtersql.h"
#include "core/store/rows/storedvalues.h"
#include "core/store/sqlite/twinconnection.h"

#include <stop_token>
#include <vector>

namespace loupe {

/// Whether readRankedIds() knows the order: by a name that lies in another table, or by a
/// number that no index has.
bool isRanked(SortKey key);

/// Ids of the rows that match, in order, rows without a value last, ties by id: the few names are
/// ranked first, so that a million rows are sorted by a number, in memory. Cancelled soon after
/// `stop`; the caller sees to the first connection. One task's candidates read as trajectories:
/// method by method, round after round.
Result<std::vector<RowId>> readRankedIds(TwinTransactions &store, const SqlCondition &condition,
                                         SortOrder order, std::stop_token stop);

} // namespace loupe
