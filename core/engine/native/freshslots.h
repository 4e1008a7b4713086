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

/// The slots on which both sides of a native timing are called: their inputs, made anew again and
/// again, and what both made of one of them. The tensors must outlive it; not thread-safe.
class FreshSlots
{
public:
    /// Compares what the candidate made with what the reference made.
    using Compare = std::function<Result<std::pair<Verdict, std::string>>(
        const TensorArena &expected, const TensorArena &actual)>;

    static Result<std::unique_ptr<FreshSlots>> make(const TrialSpec &trial, CallTensors &tensors,
                                                    const TensorArena &baselineOutputs,
                                                    Compare compare);

    std::size_t count() const { return m_count; }
    /// Other inputs in all slots.
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
    TensorArena m_expected; ///< of the judged call
    TensorArena m_actual;
    Compare m_compare;
};

} // namespace loupe
