// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/store/rows/filtersql.h"
#include "core/store/rows/storedvalues.h"

#include <string>

namespace loupe {

/// Returns SQL for the ids of the matching rows, in order, rows without a value last, ties by id.
/// Not for the orders of readRankedIds(). Not for SortKey::Recorded, because SQLite would read all
/// rows in id order instead of the few that an index finds.
std::string idsSql(const SqlCondition &condition, SortOrder order);

} // namespace loupe
