// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/engine/clocks/aheadofothers.h"
#include "core/engine/clocks/judgedblocks.h"
#include "core/engine/clocks/linecost.h"
#include "core/engine/native/inputfeed.h"
#include "core/timing/timingpolicy.h"

#include <chrono>
#include <memory>
#include <stop_token>
#include <string>

namespace loupe {

/// Timing of a candidate and the reference on the processor. Both must be prepared on the same
/// tensors, of slotsOf() calls. For its lifetime both and the creating thread run on one processor,
/// with real-time priority where the kernel allows it. Not thread-safe.
class NativeTiming
{
public:
    static Result<std::unique_ptr<NativeTiming>> make(const TrialSpec &trial, NativeSides sides,
                                                      InputFeed::Compare compare,
                                                      std::chrono::duration<double> deadline,
                                                      std::stop_token stop);

    ~NativeTiming();
    NativeTiming(const NativeTiming &) = delete;
    NativeTiming &operator=(const NativeTiming &) = delete;

    PairedTiming measure(const TimingPolicy &policy);
    /// Returns whether other processes disturbed the timing: they changed its times
    /// (leaveOutOthers), or ran while the sides had no priority.
    bool wasDisturbed() const;

    const JudgedBlocks &blocks() const { return *m_blocks; }
    const LineCost &cost() const { return m_cost; }
    /// Returns the request cost, checks and conditions for the run log.
    Json describe(const PairedTiming &timing, const std::string &caseName) const;

private:
    class HostCalls;

    NativeTiming(NativeSides sides, std::unique_ptr<InputFeed> feed);
    /// Measures the cost of empty requests with the reference, which is trusted.
    Status measureLine(std::chrono::duration<double> deadline, const std::stop_token &stop);
    /// Returns the processor seconds of both sides and this thread so far.
    double ownSeconds() const;

    NativeSides m_sides;
    std::unique_ptr<InputFeed> m_feed;
    OneProcessor m_oneProcessor;
    AheadOfOthers m_ahead;
    LineCost m_cost;
    std::unique_ptr<HostCalls> m_baseline;
    std::unique_ptr<HostCalls> m_candidate;
    std::unique_ptr<JudgedBlocks> m_blocks;
    std::stop_token m_stop;
    double m_others = 0;  ///< shareOfOthers() during the timing
    double m_stretch = 1; ///< usualStretch() of the timing
};

} // namespace loupe
