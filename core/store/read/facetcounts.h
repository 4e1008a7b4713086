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

/// Counts the values of each field among the matching rows, the most frequent first. Fields for
/// which no index helps are counted in one pass. Fails with InvalidInput for a
/// field without facets, and with Cancelled soon after `stop`. The caller must interrupt the first
/// connection.
Result<std::vector<std::vector<FacetCount>>> countFacets(TwinTransactions &store,
                                                         std::span<const std::string> fields,
                                                         const SqlCondition &condition,
                                                         std::stop_token stop);

} // namespace loupe
