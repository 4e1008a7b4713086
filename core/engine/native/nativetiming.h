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

/// A candidate and the reference on the processor, timed twice: repeating a call on the same
/// inputs, and on inputs that nobody has seen before, some of which are judged. Both are prepared
/// on the same tensors, of slotsOf() calls. As long as it lives, both and the thread that made it
/// are ahead of whatever else runs on the machine, where the kernel allows it. Not thread-safe.
class NativeTiming
{
public:
    struct Sides {
        NativeSubject &baseline;
        TensorArena &baselineOutputs;
        NativeSubject &candidate;
        CallTensors &tensors; ///< the inputs of both, the candidate's outputs
    };
    using Compare = FreshSlots::Compare;

    static Result<std::unique_ptr<NativeTiming>> make(const TrialSpec &trial, Sides sides,
                                                      Compare compare,
                                                      std::chrono::duration<double> deadline,
                                                      std::stop_token stop);

    /// The timing that counts: of repeated calls, or, where they leave something out or calls are
    /// long, of fresh ones.
    PairedTiming measure(const TimingPolicy &policy);
    /// Known after measure(): whether fresh calls count, and why.
    bool isFresh() const { return m_isFresh; }
    RepeatedCalls freshSay() const { return m_freshSay; }
    /// Others on the machine took so much of the processors that times are what the kernel counts
    /// (leaveOutOthers), or that nothing tells whether calls were left out; or they worked beside
    /// sides that are not ahead of them.
    bool wasDisturbed() const;

    const JudgedBlocks &blocks() const { return *m_blocks; }
    /// The wrong result that was found while timing, if one was.
    const std::optional<CallOutcome> &wrong() const;
    /// What the machinery did wrong.
    const std::optional<Error> &error() const { return m_error ? m_error : m_blocks->error(); }
    /// What came of the call that was last.
    const CallOutcome &last() const;
    const LineCost &cost() const { return m_cost; }
    /// For the run log: both times, the line's cost, what was judged, what was seen from outside.
    Json describe(const PairedTiming &timing, const std::string &caseName) const;

private:
    NativeTiming(Sides sides, std::unique_ptr<FreshSlots> slots,
                 std::chrono::duration<double> deadline, std::stop_token stop);
    /// Which block of the candidate's repeated calls a fresh pair is beside.
    enum class Beside {
        OneOfTheTiming, ///< the last that it made
        OneOfItsOwn
    };
    /// Asks the reference, which is trusted, for nothing a few times.
    Status measureLine();
    JudgedSide side(NativeSubject &subject, TensorArena &outputs);
    /// One more repeated call, over poison, judged; false where there is no going on.
    bool judgeRepeated();
    /// Whether one call of either side is long enough to count by itself.
    std::optional<bool> areLong();
    /// How many calls a fresh block of either side has, by what calls were `known` to take; true
    /// where a pair of them is slow.
    bool sizeBlocks(PairedTiming &fresh, const PairedTiming &known,
                    const TimingPolicy &policy) const;
    /// A pair of judged blocks to the first timing; the first one finds how many calls they have,
    /// and its slots in the caches for addresses. False as addFreshPair().
    bool addSpreadPair(PairedTiming &fresh, const TimingPolicy &policy, Beside beside);
    /// A timing of repeated calls with a few pairs of judged blocks spread over it, which go to
    /// `fresh`: a machine that is faster at one time than at another is so for both.
    PairedTiming timeAmongFresh(const TimingPolicy &policy, PairedTiming &fresh);
    /// The same once more, with a pair of judged blocks before each of the repeated reference, and
    /// with new inputs for each repeated block.
    PairedTiming timeBesideFresh(const TimingPolicy &policy, PairedTiming &fresh);
    /// After timeAmongFresh(): pairs that are still wanting, and more of them as long as they are
    /// few and do not bear the repeated calls out. False where there is no going on.
    bool weighWithMore(PairedTiming &fresh, const TimingPolicy &policy);
    /// One pair more, beside a repeated block of the candidate; false where there is no going on,
    /// and why in its `end`.
    bool addFreshPair(PairedTiming &fresh, Beside beside);
    bool addFreshBlock(PairedTiming &fresh, bool isBaseline);
    PairedTiming measureSides(const TimingPolicy &policy);
    /// Of both sides and this thread, on all processors, so far.
    double ownSeconds() const;
    /// The timing of those calls without what others on the machine took.
    PairedTiming counted(PairedTiming timing);
    /// What the fresh calls say of the repeated ones.
    void weigh();
    /// The usual missing factor of a fresh block and the repeated one before it: a machine that is
    /// faster at one time than at another was the same for both.
    double missingClosely(double stretch) const;
    void forgetTimes();
    /// What memory as fresh as that of a candidate's block costs by itself.
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
    std::unique_ptr<RepeatedBlocks> m_besideFresh; ///< the candidate's
    std::vector<double> m_besideMs; ///< a call of the repeated block beside each fresh one
    std::unique_ptr<MemoryPasses> m_passes;
    std::optional<CallOutcome> m_wrongRepeated;
    std::optional<Error> m_error;
    Json m_weighed; ///< what was compared last, for the run log
    int m_attempts = 0;
    RepeatedCalls m_freshSay = RepeatedCalls::BorneOut;
    bool m_isFresh = false;
    double m_others = 0;  ///< shareOfOthers() meanwhile
    double m_stretch = 1; ///< usualStretch() in the timing that counts
};

} // namespace loupe
