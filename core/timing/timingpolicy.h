// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace loupe {

/// When a timing is good enough. Blocks of candidate and baseline calls are interleaved ABBA; the
/// engine stops when the 95 % interval of the ratio's logarithm is narrow enough, but not before
/// `minimumSeconds` and `minimumBlocks`; after `maximumSeconds` it stops with what it has.
struct TimingPolicy {
    bool enabled = true;
    double relativeInterval = 0.02; ///< half width of the 95 % interval of the speedup
    double minimumSeconds = 0.05;   ///< measured time per side
    double maximumSeconds = 1.0;    ///< measured time per side
    int minimumBlocks = 8;          ///< per side
    double blockSeconds = 0.004;    ///< aimed length of one block
};

} // namespace loupe
