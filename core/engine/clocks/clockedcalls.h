// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/clocks/callclock.h"
#include "core/engine/clocks/judgedblocks.h"

#include <functional>
#include <optional>
#include <vector>

namespace loupe {

/// Timer of calls by a CallClock. The inputs are written to the timed addresses before each block.
/// The clock must outlive it. Not thread-safe.
class ClockedCalls final : public CallTimer
{
public:
    /// Writes other inputs; null if all calls have the same.
    using Place = std::function<CallOutcome()>;
    ClockedCalls(CallClock &clock, Place place);

    /// Adds to each block what this side computed while its inputs were written and in the calls
    /// of the warm-up, beyond what `trusted` did. `trusted` must outlive this.
    void addWorkBeyond(const ClockedCalls &trusted) { m_trusted = &trusted; }

    bool makeReady() override;
    bool warmUp(CallRange range) override { return m_clock.warmUp(range); }
    std::optional<BlockTime> time(CallRange range) override;
    void keepFromHere() override;
    const CallOutcome &last() const override { return m_clock.last(); }

    /// Returns elements of the last call's result, read when the call ended.
    const ElementGlimpse &glimpse() const { return m_glimpse; }
    /// Returns whether elements of all blocks' last results were read when their call ended.
    bool isSeen() const { return m_isSeen; }

private:
    /// Returns how much work before a block is no work ahead, milliseconds.
    double usualPlacingMs() const;

    CallClock &m_clock;
    Place m_place;
    const ClockedCalls *m_trusted = nullptr;
    std::vector<double>
        m_placings; ///< CallClock::PlacedCalls::placingMs of all blocks but the first
    bool m_hasPlaced = false;
    ElementGlimpse m_glimpse;
    bool m_isSeen = true;
};

} // namespace loupe
