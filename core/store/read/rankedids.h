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

/// Returns true if readRankedIds() supports the order: by a name from another table, or by a number
/// without an index.
bool isRanked(SortKey key);

/// Returns the ids of the matching rows, in order, rows without a value last, ties by id. The few
/// names are ranked first, so that a million rows are sorted by number, in memory. Candidates of
/// one task are in trajectory order: by method, then sample and round. Fails with Cancelled soon
/// after `stop`; the caller must interrupt the first connection.
Result<std::vector<RowId>> readRankedIds(TwinTransactions &store, const SqlCondition &condition,
                                         SortOrder order, std::stop_token stop);

} // namespace loupe
