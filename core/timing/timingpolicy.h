// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/timing/timingmethod.h"

#include <cstdint>
#include <optional>

namespace loupe {

/// Stop criteria of a timing. Blocks of candidate and baseline are interleaved ABBA. The engine
/// stops when the 95 % interval of the ratio's logarithm is narrow enough, but not before
/// `minimumSeconds` and `minimumBlocks`. After `maximumSeconds` it stops in any case.
struct TimingPolicy {
    bool enabled = true;
    double relativeInterval = 0.02; ///< half width of the 95 % interval of the speedup
    double minimumSeconds = 0.05;   ///< of the engine's wall clock per side
    double maximumSeconds = 1.0;    ///< of the engine's wall clock per side
    int minimumBlocks = 8;          ///< per side
    double blockSeconds = 0.004;    ///< target length of one block
    double slowSeconds = 0.1;       ///< per side; a side this slow needs only four blocks

    // Benchmarks in Python only:
    std::optional<TimingMethod> method;  ///< null: cupti on a GPU, host elsewhere
    CacheState cache = CacheState::Cold; ///< of a GPU; a CPU's cache is not flushed
    int rotatedInputs = 1;               ///< slots for calls of a block, with inputs of their own
    std::int64_t rotatedBytes = std::int64_t{4} << 30; ///< maximum size of these inputs together
};

} // namespace loupe
