// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/machine/sizelimits.h"

#include <cstdint>
#include <optional>

namespace loupe {

/// Sizes of a task's values, as far as known before any of them exists. Bytes.
struct TaskSizes {
    std::optional<std::int64_t> inputs = {};  ///< of one trial
    std::optional<std::int64_t> result = {};  ///< of one call
    std::optional<std::int64_t> weights = {}; ///< parameters and buffers
    /// Maximum that one call of the reference holds at a time, with its result but without
    /// workspaces of libraries.
    std::optional<std::int64_t> peak = {};

    bool isKnown() const { return inputs && result && weights && peak; }
    /// Returns the size of inputs and result; an unknown result counts like the inputs, which it
    /// seldom exceeds. Requires known inputs.
    std::int64_t trial() const { return *inputs + result.value_or(*inputs); }
};

/// Maximum GPU memory of an evaluation. Bytes.
struct DevicePlan {
    std::int64_t preparing = 0; ///< while the reference makes the trials
    std::int64_t judging = 0;   ///< while a candidate is called, compared and timed
    /// Added to `judging` if inputs for a timing are made meanwhile. Evaluations wait for it, but
    /// it is no reason to refuse a task.
    std::int64_t fresh = 0;

    std::int64_t most() const { return preparing > judging ? preparing : judging; }
};

/// Computes the plan. If some sizes are unknown, it assumes ten times the inputs. If these are
/// unknown, it assumes `share`, which tells nothing about the task. `isStreamed`: trials are made
/// while a candidate is judged.
DevicePlan devicePlan(const TaskSizes &sizes, const SizeLimits &limits, bool isStreamed,
                      std::int64_t share);

} // namespace loupe
