// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"

#include <cstdint>

namespace loupe {

/// How large a task's values may be for what is done with them. They follow from the whole memory
/// of the place where tensors lie and from nothing else: what others hold of it, and how many
/// candidates are judged at a time, changes no verdict, no point and no excuse.
struct SizeLimits {
    std::int64_t memory = 0; ///< of the place, all of it
    /// Of a task, inputs and results of all its trials: above, each is made anew when a candidate
    /// is to be given it.
    std::int64_t keptTask = 0;
    /// Of a trial, inputs and result: above, no other inputs are given at the timed addresses.
    std::int64_t otherTimed = 0;
    /// Of a result: above, it is not kept until the same inputs come again (bitwise_repeatable).
    std::int64_t repeated = 0;
    /// Of inputs and weights in float64: above, the reference has no float64 form.
    std::int64_t exact = 0;
    /// Of these and what the reference computes on the way; 0 where that is not known.
    std::int64_t exactPeak = 0;

    /// Tensors lie in the memory of a GPU that has so much in all.
    static SizeLimits ofDevice(std::int64_t totalBytes);
    /// They lie in the machine's, of which a run may use so much.
    static SizeLimits ofHost(std::int64_t memoryBytes);
};

/// For the profile of a run.
Json toJson(const SizeLimits &limits);

} // namespace loupe
