// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/machine/sizelimits.h"

#include <cstdint>
#include <optional>

namespace loupe {

/// Bytes of a task's values, as far as they are known before any of them is made.
struct TaskSizes {
    std::optional<std::int64_t> inputs = {};  ///< of one trial
    std::optional<std::int64_t> result = {};  ///< of one call
    std::optional<std::int64_t> weights = {}; ///< parameters and buffers
    /// The most that one call of the reference computes at a time, the result included; what
    /// libraries take to work in is not part of it.
    std::optional<std::int64_t> peak = {};

    bool isKnown() const { return inputs && result && weights && peak; }
    /// Of inputs and result; a result that is not known counts as large as the inputs, which it
    /// seldom exceeds. Only where the inputs are known.
    std::int64_t trial() const { return *inputs + result.value_or(*inputs); }
};

/// What an evaluation takes of a GPU's memory at most.
struct DevicePlan {
    std::int64_t preparing = 0; ///< while the reference makes the trials
    std::int64_t judging = 0;   ///< while a candidate is called, compared and timed
    /// Besides judging, where inputs for a timing are made meanwhile: it is what is waited for, and
    /// no reason to refuse a task.
    std::int64_t fresh = 0;

    std::int64_t most() const { return preparing > judging ? preparing : judging; }
};

/// From the sizes. Where not all are known, ten times the inputs; where these are not known either,
/// `share`, which is then no statement about the task. `isStreamed`: trials are made while a
/// candidate is judged.
DevicePlan devicePlan(const TaskSizes &sizes, const SizeLimits &limits, bool isStreamed,
                      std::int64_t share);

} // namespace loupe
