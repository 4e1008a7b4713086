// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/store/rows/filtersql.h"
#include "core/store/rows/storedvalues.h"

#include <string>

namespace loupe {

/// Ids of the rows that match, in order, rows without a value last, ties by id. Not for the orders
/// of readRankedIds(), and not for SortKey::Recorded: asked to sort by id, SQLite reads a million
/// rows in that order rather than the few that an index finds.
std::string idsSql(const SqlCondition &condition, SortOrder order);

} // namespace loupe
