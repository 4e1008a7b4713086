// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace loupe {

/// How much of a reference's result stays right when one thing is changed, of 0 to 1: 1 says that
/// the suite's comparison would not notice.
struct ChangedPart {
    std::string name; ///< "input 2", "torch.logsumexp", "gemm.bias"
    double within = 0;
    /// Of an operator: it gave its argument; else it gave noise.
    bool isLeftOut = false;
};

/// What running a reference showed. All shares are of elements within the suite's tolerance; what
/// was not looked at is empty.
struct TaskObservation {
    std::int64_t elements = 0;    ///< of the result
    std::int64_t notANumber = 0;  ///< of these
    bool isNanEqual = false;      ///< the suite takes NaN as equal to NaN
    bool isEmpty = false;         ///< the result is tensors, and none has an element
    bool hasSameInputs = false;   ///< all draws of the inputs are the same
    std::optional<double> repeat; ///< the same call again
    std::optional<double> random; ///< the same call, the random generator elsewhere
    std::optional<double> zeros;
    std::optional<double> constant; ///< one number everywhere, known from other inputs
    std::optional<double> copy;     ///< an input of the same shape
    std::string copyOf;
    std::optional<double> otherDraw; ///< the results for other inputs, the worst of them
    std::optional<double> exact;     ///< the result in float64, judged by the reference's own
    std::optional<double> exactWithoutTf32; ///< the same of a reference that may not use TF32
    std::string notExact;                   ///< why that is not known
    std::vector<ChangedPart> inputs;
    std::vector<ChangedPart> operators;
    std::vector<ChangedPart> weights;
    int operatorsSeen = 0; ///< tried or not
    int weightsSeen = 0;
    std::optional<double> smallest;
    std::optional<double> largest;
};

/// What the worker's `audit` answers (core/platforms/python/pythonhost.h). Corrupt where it is
/// something else.
Result<TaskObservation> taskObservationFromJson(const Json &json);

/// The same task on several sets of inputs: only what all of them show remains.
TaskObservation inCommon(const std::vector<TaskObservation> &observations);

/// One reason why a task cannot tell a kernel from less than a kernel, or right from wrong.
struct SoundnessDefect {
    std::string rule;      ///< "zeros_pass"
    std::string message;   ///< one sentence with the numbers that show it
    bool isUnsound = true; ///< else a caution
};

/// What an audit concludes about a task.
struct TaskSoundness {
    std::vector<SoundnessDefect> defects; ///< the unsound ones first

    bool isSound() const;
    /// The messages of what makes it unsound, or "nothing found" with cautions behind.
    std::string reason() const;
};

/// One kind of defect, for people.
struct SoundnessRule {
    std::string_view id;
    bool isUnsound;
    std::string_view says;
};
std::span<const SoundnessRule> soundnessRules();

/// Decides from the numbers alone.
TaskSoundness judgeSoundness(const TaskObservation &observation);
/// Of a reference that raises, crashes or gives nothing.
TaskSoundness failedReference(const std::string &why);

} // namespace loupe
