// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/timing/timingmethod.h"

#include <cstdint>
#include <optional>

namespace loupe {

/// When a timing is good enough. Blocks of candidate and baseline calls are interleaved ABBA; the
/// engine stops when the 95 % interval of the ratio's logarithm is narrow enough, but not before
/// `minimumSeconds` and `minimumBlocks`; after `maximumSeconds` it stops with what it has.
struct TimingPolicy {
    bool enabled = true;
    double relativeInterval = 0.02; ///< half width of the 95 % interval of the speedup
    double minimumSeconds = 0.05;   ///< of the engine's wall clock per side
    double maximumSeconds = 1.0;    ///< of the engine's wall clock per side
    int minimumBlocks = 8;          ///< per side
    double blockSeconds = 0.004;    ///< aimed length of one block
    double slowSeconds = 0.1; ///< of one side: where a call is so slow, half of minimumBlocks do

    // Of benchmarks in Python:
    std::optional<TimingMethod> method;  ///< none: cupti on a GPU, host elsewhere
    CacheState cache = CacheState::Cold; ///< of a GPU; a processor's is always as it is
    int rotatedInputs = 1;               ///< copies at addresses of their own, used in turn
    std::int64_t rotatedBytes = std::int64_t{4} << 30; ///< that all copies together may take
};

} // namespace loupe
