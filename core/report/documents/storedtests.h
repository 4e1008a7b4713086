// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/comparison/runcomparison.h"
#include "core/store/read/storereader.h"

#include <cstdint>
#include <stop_token>

namespace loupe {

/// Does testAttempts() with stored measurements. Fails with Cancelled soon after `stop` is
/// requested.
Status testFromStore(RunComparison &comparison, StoreReader &reader, std::uint64_t seed,
                     const std::stop_token &stop);

} // namespace loupe
