// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/clocks/pairedclocks.h"
#include "core/engine/native/nativetiming.h"
#include "core/platforms/host/nativehost.h"
#include "core/platforms/inputs/freshinputs.h"

#include <chrono>
#include <optional>
#include <random>
#include <stop_token>
#include <vector>

namespace loupe {

/// Last part of a native timing on a GPU: checked calls of both sides on unseen inputs, at the
/// addresses of the timed ones and over poison, by the same clock. Both sides must be prepared on
/// the same tensors. Not thread-safe.
class DeviceLooks
{
public:
    using Sides = NativeTiming::Sides;
    /// Compares the candidate's outputs with the baseline's.
    using Compare = FreshSlots::Compare;

    /// Returns InvalidInput like FreshInputs::make().
    static Result<DeviceLooks> make(const TrialSpec &trial, Sides sides, Compare compare,
                                    std::chrono::duration<double> deadline, std::stop_token stop);

    enum class Say {
        BorneOut,
        LeftOut,        ///< repeated calls skipped work; the calls on unseen inputs are the times
        Wrong,          ///< the candidate failed or its result is wrong; ended() tells how
        BaselineFailed, ///< the baseline failed; nothing is known about the candidate
    };
    /// Makes one look, and more while the repeated calls are not confirmed. Replaces the inputs of
    /// both sides.
    Result<Say> look(PairedClocks &clocks);
    const std::vector<FreshLook> &looks() const { return m_looks; }
    const CallOutcome &ended() const { return m_ended; }
    /// Returns whether elements of all candidate results were read when the call ended.
    bool isSeen() const { return m_isSeen; }

private:
    DeviceLooks(Sides sides, FreshInputs inputs, Compare compare,
                std::chrono::duration<double> deadline, std::stop_token stop);
    Status layInputs();
    /// Checks the outputs of both sides' last call; `ofCandidate` was read when the candidate's
    /// call ended. Returns null if they are correct.
    Result<std::optional<Say>> judge(const ElementGlimpse &ofCandidate);

    Sides m_sides;
    FreshInputs m_inputs;
    Compare m_compare;
    std::chrono::duration<double> m_deadline;
    std::stop_token m_stop;
    std::mt19937_64 m_random{std::random_device()()};
    std::vector<FreshLook> m_looks;
    CallOutcome m_ended;
    bool m_isSeen = true;
};

} // namespace loupe
