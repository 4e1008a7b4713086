// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/engine/clocks/judgedblocks.h"
#include "core/engine/native/calltensors.h"
#include "core/platforms/host/nativehost.h"
#include "core/platforms/inputs/freshinputs.h"

#include <functional>
#include <memory>
#include <random>
#include <vector>

namespace loupe {

/// Both sides of a native timing, prepared on the same inputs.
struct NativeSides {
    NativeSubject &baseline;
    TensorArena &baselineOutputs;
    NativeSubject &candidate;
    CallTensors &tensors; ///< inputs of both, outputs of the candidate
};

/// Inputs of the next calls of both sides: it fills all slots with inputs that neither has seen.
/// Also keeps outputs of calls, to compare them later. The tensors must outlive it. Not
/// thread-safe.
class InputFeed
{
public:
    using Judged = JudgedBlocks::Judged;
    /// Compares the candidate's outputs with the reference's.
    using Compare = std::function<Judged(const TensorArena &expected, const TensorArena &actual)>;

    /// Returns InvalidInput like FreshInputs::make(). The tensors have `slotCount` slots.
    static Result<std::unique_ptr<InputFeed>> make(const TrialSpec &trial, const NativeSides &sides,
                                                   std::size_t slotCount, Compare compare);

    std::size_t slotCount() const { return m_slotCount; }
    /// Returns how many outputs it keeps: fewer of large ones.
    std::size_t maxKept() const;
    /// Fills all slots. Returns how many.
    Result<std::size_t> lay();
    /// Copies the outputs of both sides; Correct on success (JudgedBlocks::Checks).
    Judged keep(std::size_t slot, std::size_t place);
    Judged judge(std::size_t place) const;

private:
    /// Outputs of one call.
    struct Kept {
        TensorArena expected;
        TensorArena actual;
    };
    InputFeed(const TrialSpec &trial, const NativeSides &sides, std::size_t slotCount,
              FreshInputs inputs, Compare compare);

    TrialSpec m_trial;
    CallTensors &m_tensors;
    const TensorArena &m_baselineOutputs;
    FreshInputs m_inputs;
    std::size_t m_slotCount;
    std::vector<Kept> m_kept;
    Compare m_compare;
    std::mt19937_64 m_random{std::random_device()()};
};

} // namespace loupe
