// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/comparison/runcomparison.h"
#include "core/store/read/storereader.h"

#include <optional>
#include <stop_token>
#include <string>

namespace loupe {

struct UnlikeClocks {
    std::string first;
    std::string second;
};

/// Returns the clocks of two sides if most pairs with recorded clocks were timed by different ones.
/// Fails with Cancelled soon after `stop` is requested.
Result<std::optional<UnlikeClocks>> unlikeClocks(const RunComparison &comparison,
                                                 StoreReader &reader, const std::stop_token &stop);

} // namespace loupe
