// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"

#include <cstdint>
#include <optional>

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
