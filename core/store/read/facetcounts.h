// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/store/rows/filtersql.h"
#include "core/store/rows/storedvalues.h"
#include "core/store/sqlite/twinconnection.h"

#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace loupe {

/// How many of the rows that match have which value of each field, the most frequent first. Where
/// no index answers the condition, all fields are counted in one pass. InvalidInput for a field
/// without facets; Cancelled soon after `stop`: the caller sees to the first connection.
Result<std::vector<std::vector<FacetCount>>> countFacets(TwinTransactions &store,
                                                         std::span<const std::string> fields,
                                                         const SqlCondition &condition,
                                                         std::stop_token stop);

} // namespace loupe
