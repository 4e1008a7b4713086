// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace loupe {

/// Fraction of a reference's result, 0 to 1, that stays correct when one part is changed. 1 means
/// that the suite's comparison would not notice.
struct ChangedPart {
    std::string name; ///< "input 2", "torch.logsumexp", "gemm.bias"
    double within = 0;
    /// Operators: it returned its argument; otherwise it returned noise.
    bool isLeftOut = false;
};

/// Observations from running a reference. All shares are of elements within the suite's tolerance;
/// values that were not observed are empty.
struct TaskObservation {
    std::int64_t elements = 0;    ///< of the result
    std::int64_t notANumber = 0;  ///< of these
    bool isNanEqual = false;      ///< the suite compares NaN as equal to NaN
    bool isEmpty = false;         ///< the result consists of tensors without elements
    bool hasSameInputs = false;   ///< all draws of the inputs are the same
    std::optional<double> repeat; ///< the same call again
    std::optional<double> random; ///< the same call with another state of the random generator
    std::optional<double> zeros;
    std::optional<double> constant; ///< one number everywhere, known from other inputs
    std::optional<double> copy;     ///< an input of the same shape
    std::string copyOf;
    std::optional<double> otherDraw; ///< results for other inputs, the worst of them
    std::optional<double> exact;     ///< result in float64, compared with the reference's own
    std::optional<double> exactWithoutTf32; ///< likewise for a reference without TF32
    std::string notExact;                   ///< why `exact` is unknown
    std::vector<ChangedPart> inputs;
    std::vector<ChangedPart> operators;
    std::vector<ChangedPart> weights;
    int operatorsSeen = 0; ///< including those not tried
    int weightsSeen = 0;
    std::optional<double> smallest;
    std::optional<double> largest;
};

/// Reads the answer to the worker's `audit` (core/platforms/python/pythonhost.h). Corrupt if it is
/// not one.
Result<TaskObservation> taskObservationFromJson(const Json &json);

/// Combines observations of one task on several sets of inputs into what they have in common.
TaskObservation inCommon(const std::vector<TaskObservation> &observations);

/// Reason why a task cannot tell a kernel from less than a kernel, or right from wrong.
struct SoundnessDefect {
    std::string rule;      ///< "zeros_pass"
    std::string message;   ///< one sentence with the numbers that show it
    bool isUnsound = true; ///< else a caution
};

/// Conclusion of an audit about a task.
struct TaskSoundness {
    std::vector<SoundnessDefect> defects; ///< unsound ones first

    bool isSound() const;
    /// Returns the messages of all defects, after "nothing found" if the task is sound.
    std::string reason() const;
};

/// Decides from the numbers alone.
TaskSoundness judgeSoundness(const TaskObservation &observation);
/// Returns the soundness of a task whose reference raises, crashes or returns nothing.
TaskSoundness failedReference(const std::string &why);

} // namespace loupe
