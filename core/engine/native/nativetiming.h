// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/engine/clocks/aheadofothers.h"
#include "core/engine/clocks/freshtimes.h"
#include "core/engine/clocks/judgedblocks.h"
#include "core/engine/native/calltensors.h"
#include "core/engine/native/freshslots.h"
#include "core/engine/native/memorypasses.h"
#include "core/engine/native/repeatedblocks.h"
#include "core/engine/native/tasksession.h"
#include "core/timing/timingpolicy.h"

#include <chrono>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace loupe {

/// Timing of a candidate and the reference on the processor: calls repeated on the same inputs, and
/// calls on unseen inputs, some of which are checked. Both must be prepared on the same tensors, of
/// slotsOf() calls. For its lifetime both and the creating thread have real-time priority, where
/// the kernel allows it. Not thread-safe.
class NativeTiming
{
public:
    struct Sides {
        NativeSubject &baseline;
        TensorArena &baselineOutputs;
        NativeSubject &candidate;
        CallTensors &tensors; ///< inputs of both, outputs of the candidate
    };
    using Compare = FreshSlots::Compare;

    static Result<std::unique_ptr<NativeTiming>> make(const TrialSpec &trial, Sides sides,
                                                      Compare compare,
                                                      std::chrono::duration<double> deadline,
                                                      std::stop_token stop);

    /// Returns the timing of repeated calls, or of calls on unseen inputs if repeated ones are not
    /// confirmed or calls are long.
    PairedTiming measure(const TimingPolicy &policy);
    /// Returns whether calls on unseen inputs count. Valid after measure(), like freshSay().
    bool isFresh() const { return m_isFresh; }
    RepeatedCalls freshSay() const { return m_freshSay; }
    /// Returns whether other processes disturbed the timing: they changed its times
    /// (leaveOutOthers), hid whether calls skipped work, or ran while the sides had no priority.
    bool wasDisturbed() const;

    const JudgedBlocks &blocks() const { return *m_blocks; }
    /// Returns the wrong result found during the timing, if any.
    const std::optional<CallOutcome> &wrong() const;
    /// Returns the failure of the machinery, if any.
    const std::optional<Error> &error() const { return m_error ? m_error : m_blocks->error(); }
    /// Returns the outcome of the last call.
    const CallOutcome &last() const;
    const LineCost &cost() const { return m_cost; }
    /// Returns the times, the request cost, checks and conditions for the run log.
    Json describe(const PairedTiming &timing, const std::string &caseName) const;

private:
    NativeTiming(Sides sides, std::unique_ptr<FreshSlots> slots,
                 std::chrono::duration<double> deadline, std::stop_token stop);
    /// Block of the candidate's repeated calls that is compared with a pair on unseen inputs.
    enum class Beside {
        OneOfTheTiming, ///< the last one of the timing
        OneOfItsOwn
    };
    /// Measures the cost of empty requests with the reference, which is trusted.
    Status measureLine();
    JudgedSide side(NativeSubject &subject, TensorArena &outputs);
    /// Makes and checks one more repeated call over poison. Returns how the timing must end, or
    /// null if the result is right.
    std::optional<TimingEnd> judgeRepeated();
    /// Returns whether one call of each side is long enough to count alone; null on failure.
    std::optional<bool> areLong();
    /// Sets the calls per block on unseen inputs, by the `known` times. Returns whether a pair of
    /// such blocks is slow.
    bool sizeBlocks(PairedTiming &fresh, const PairedTiming &known,
                    const TimingPolicy &policy) const;
    /// Adds a pair of checked blocks to the first timing. The first one sets the calls per block
    /// and warms up the address caches. Returns false like addFreshPair().
    bool addSpreadPair(PairedTiming &fresh, const TimingPolicy &policy, Beside beside);
    /// Times repeated calls, with a few pairs of checked blocks spread over them into `fresh`, so
    /// that changes of the machine's speed affect both.
    PairedTiming timeAmongFresh(const TimingPolicy &policy, PairedTiming &fresh);
    /// Times again, with a pair of checked blocks before each repeated block of the reference, and
    /// new inputs for each repeated block.
    PairedTiming timeBesideFresh(const TimingPolicy &policy, PairedTiming &fresh);
    /// Adds missing pairs and weighs them. In the first attempt, adds a few more while the repeated
    /// calls are not confirmed. Returns false if the timing must end.
    bool weighWithMore(PairedTiming &fresh, const TimingPolicy &policy);
    /// Adds one pair next to a repeated block of the candidate. Returns false if the timing must
    /// end, with the reason in `fresh.end`.
    bool addFreshPair(PairedTiming &fresh, Beside beside);
    bool addFreshBlock(PairedTiming &fresh, bool isBaseline);
    PairedTiming measureSides(const TimingPolicy &policy);
    /// Returns the processor seconds of both sides and this thread so far.
    double ownSeconds() const;
    /// Returns `timing` without the time of other processes.
    PairedTiming counted(PairedTiming timing);
    /// Judges the repeated calls by those on unseen inputs.
    void weigh();
    /// Returns the median gap between a block on unseen inputs and the repeated one before it, both
    /// at the same speed of the machine.
    double missingClosely(double stretch) const;
    void forgetTimes();
    /// Measures the cost of memory as unread as that of a candidate's block.
    bool measurePass(int calls);

    Sides m_sides;
    std::unique_ptr<FreshSlots> m_slots;
    std::chrono::duration<double> m_deadline;
    std::stop_token m_stop;
    AheadOfOthers m_ahead;
    std::mt19937_64 m_random{std::random_device()()};
    LineCost m_cost;
    std::unique_ptr<JudgedBlocks> m_blocks;
    std::unique_ptr<RepeatedBlocks> m_repeatedBaseline;
    std::unique_ptr<RepeatedBlocks> m_repeatedCandidate;
    std::unique_ptr<RepeatedBlocks> m_besideFresh; ///< of the candidate
    std::vector<double> m_besideMs; ///< per call of the repeated block before each pair
    std::unique_ptr<MemoryPasses> m_passes;
    std::optional<CallOutcome> m_wrongRepeated;
    std::optional<Error> m_error;
    Json m_weighed; ///< last comparison, for the run log
    int m_attempts = 0;
    RepeatedCalls m_freshSay = RepeatedCalls::BorneOut;
    bool m_isFresh = false;
    double m_others = 0;  ///< shareOfOthers() during the timing
    double m_stretch = 1; ///< usualStretch() in the timing that counts
};

} // namespace loupe
