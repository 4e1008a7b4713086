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

/// What ends a native timing on a GPU: calls of both sides on inputs that never were before, at the
/// places of the timed ones and over poison, timed by the same clock and judged. Both sides are
/// prepared on the same tensors; not thread-safe.
class DeviceLooks
{
public:
    using Sides = NativeTiming::Sides;
    /// Compares what the candidate made with what the baseline made.
    using Compare = FreshSlots::Compare;

    /// InvalidInput as FreshInputs::make().
    static Result<DeviceLooks> make(const TrialSpec &trial, Sides sides, Compare compare,
                                    std::chrono::duration<double> deadline, std::stop_token stop);

    enum class Say {
        BorneOut,
        LeftOut,        ///< so much is missing in repeated calls that the fresh ones are the times
        Wrong,          ///< the candidate's result, or it failed: ended() says how
        BaselineFailed, ///< likewise; nothing is known of the candidate
    };
    /// One look, and more where it does not bear the repeated calls out. The tensors hold other
    /// inputs than before afterwards, on both sides.
    Result<Say> look(PairedClocks &clocks);
    const std::vector<FreshLook> &looks() const { return m_looks; }
    const CallOutcome &ended() const { return m_ended; }
    /// Whether elements of each of the candidate's results were read where its call ended.
    bool isSeen() const { return m_isSeen; }

private:
    DeviceLooks(Sides sides, FreshInputs inputs, Compare compare,
                std::chrono::duration<double> deadline, std::stop_token stop);
    Status layInputs();
    /// Judges what both left of their last call, of which the candidate's was seen when it ended;
    /// none where it is right.
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
