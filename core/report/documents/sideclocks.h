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

/// The clocks of two sides, where most of the pairs that say theirs were timed by unlike ones.
/// Cancelled soon after `stop` is requested.
Result<std::optional<UnlikeClocks>> unlikeClocks(const RunComparison &comparison,
                                                 StoreReader &reader, const std::stop_token &stop);

} // namespace loupe
