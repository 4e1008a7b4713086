// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/engine/native/calltensors.h"
#include "core/model/verdict.h"
#include "core/platforms/host/nativehost.h"
#include "core/platforms/inputs/freshinputs.h"

#include <functional>
#include <memory>
#include <random>
#include <string>
#include <utility>

namespace loupe {

/// Both sides of a native timing, prepared on the same inputs.
struct TimedSides {
    NativeSubject &baseline;
    TensorArena &baselineOutputs;
    NativeSubject &candidate;
    CallTensors &tensors; ///< inputs of both, outputs of the candidate
};

/// What the next calls of both sides run on: it fills all slots with inputs that neither has seen,
/// and compares the outputs of one slot. The tensors must outlive it. Not thread-safe.
class InputFeed
{
public:
    using Judged = Result<std::pair<Verdict, std::string>>;
    /// Compares the candidate's outputs with the reference's.
    using Compare = std::function<Judged(const TensorArena &expected, const TensorArena &actual)>;

    /// Returns InvalidInput like FreshInputs::make(). The tensors have `slotCount` slots.
    static Result<std::unique_ptr<InputFeed>> make(const TrialSpec &trial, const TimedSides &sides,
                                                   std::size_t slotCount, Compare compare);

    std::size_t slotCount() const { return m_slotCount; }
    Status lay();
    Judged judge(std::size_t slot);

private:
    InputFeed(const TrialSpec &trial, const TimedSides &sides, std::size_t slotCount,
              FreshInputs inputs, TensorArena expected, TensorArena actual, Compare compare);

    CallTensors &m_tensors;
    const TensorArena &m_baselineOutputs;
    FreshInputs m_inputs;
    std::size_t m_slotCount;
    std::size_t m_inputsOfACall;
    TensorArena m_expected; ///< of the checked call
    TensorArena m_actual;
    Compare m_compare;
    std::mt19937_64 m_random{std::random_device()()};
};

} // namespace loupe
