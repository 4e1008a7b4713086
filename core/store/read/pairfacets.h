// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/population.h"
#include "core/base/result.h"
#include "core/model/saved/filter.h"
#include "core/store/read/paircache.h"
#include "core/store/read/storereader.h"

#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace loupe {

/// Counts the values of fields among task × method pairs, the most frequent first: status,
/// category, method, level, device or round. A count is the number of pairs that listPairs() lists
/// after a click on the value, with the filter's other terms. `population` must be that of the
/// filter, and `cache` of the reader's store. Fails with Cancelled soon after `stop`.
Result<std::vector<std::vector<FacetCount>>> pairFacets(StoreReader &reader, PairCache &cache,
                                                        const Filter &filter,
                                                        const Population &population,
                                                        std::span<const std::string> fields,
                                                        const std::stop_token &stop = {});

} // namespace loupe
