// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/engine/native/calltensors.h"
#include "core/model/verdict.h"
#include "core/platforms/inputs/freshinputs.h"

#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <utility>

namespace loupe {

/// Slots of a native timing by both sides: refills the inputs and compares the outputs of one slot.
/// The tensors must outlive it. Not thread-safe.
class FreshSlots
{
public:
    /// Compares the candidate's outputs with the reference's.
    using Compare = std::function<Result<std::pair<Verdict, std::string>>(
        const TensorArena &expected, const TensorArena &actual)>;

    static Result<std::unique_ptr<FreshSlots>> make(const TrialSpec &trial, CallTensors &tensors,
                                                    const TensorArena &baselineOutputs,
                                                    Compare compare);

    std::size_t count() const { return m_count; }
    /// Fills all slots with new inputs.
    Status lay(std::mt19937_64 &random);
    Result<std::pair<Verdict, std::string>> judge(std::size_t slot);

private:
    FreshSlots(const TrialSpec &trial, CallTensors &tensors, const TensorArena &baselineOutputs,
               FreshInputs inputs, TensorArena expected, TensorArena actual, Compare compare);

    CallTensors &m_tensors;
    const TensorArena &m_baselineOutputs;
    FreshInputs m_inputs;
    std::size_t m_count;
    std::size_t m_inputsOfACall;
    TensorArena m_expected; ///< of the checked call
    TensorArena m_actual;
    Compare m_compare;
};

} // namespace loupe
