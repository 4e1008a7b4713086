// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"

#include <cstdint>

namespace loupe {

/// Size limits of a task's values. They depend only on the total memory where tensors lie. The
/// memory that others hold and the number of parallel candidates change no verdict, point or
/// excuse.
struct SizeLimits {
    std::int64_t memory = 0; ///< total bytes of that memory
    /// Maximum inputs and results of all trials of a task, bytes. Larger trials are made again for
    /// each candidate.
    std::int64_t keptTask = 0;
    /// Maximum inputs and result of a trial for which other inputs are given at the timed
    /// addresses.
    std::int64_t otherTimed = 0;
    /// Maximum result that is kept until the same inputs come again (bitwise_repeatable).
    std::int64_t repeated = 0;
    /// Maximum inputs and weights in float64; above, the reference has no float64 form.
    std::int64_t exact = 0;
    /// Maximum of these and the reference's intermediates; 0 if unknown.
    std::int64_t exactPeak = 0;

    /// Returns the limits for tensors in a GPU with `totalBytes` of memory.
    static SizeLimits ofDevice(std::int64_t totalBytes);
    /// Returns the limits for tensors in host memory, of which a run may use `memoryBytes`.
    static SizeLimits ofHost(std::int64_t memoryBytes);
};

/// Returns the limits for the profile of a run.
Json toJson(const SizeLimits &limits);

} // namespace loupe
