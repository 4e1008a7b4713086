// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/clocks/pairedclocks.h"
#include "core/engine/submissions/pythonshared.h"
#include "core/engine/submissions/pythontiming.h"
#include "core/engine/submissions/subjectbuild.h"
#include "core/engine/submissions/timedcomparer.h"
#include "core/timing/pairedtiming.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// Returns the allowance in a speedup's interval for differences between processes, for this run's
/// clock and one process a side (core/analysis/statistics/speedup.h).
double betweenProcesses(const PythonContext &context);

/// Timer for one process of the candidate against one of the reference. Also judges the timed
/// calls.
class PairTimer
{
public:
    PairTimer(const PythonShared &shared, SubjectBuild &build)
        : m_shared(shared)
        , m_context(shared.context)
        , m_build(build)
    {
    }
    PairTimer(const PairTimer &) = delete;
    PairTimer &operator=(const PairTimer &) = delete;

    /// Sets the work's fresh inputs, which timed calls get. A function is called on them,
    /// which may end its timing.
    Status makeFresh(PythonWork &work, const PythonPhase &phase, TrialStream &maker,
                     const PythonTrial &timed) const;
    /// Sends the candidate the inputs that are timed, and makes one call on each side. Returns
    /// false if the candidate fails, which ends its timing. `call` is the request of the clocks.
    Result<bool> makeReady(PythonWork &work, const Json &call, const PythonTrial &trial,
                           PairedClocks &clocks) const;
    /// Times the calls and judges them; both sides must be ready and the clocks settled. Returns
    /// nullopt if the candidate fails, which ends its timing. Stores the raw series in the
    /// evaluation.
    Result<std::optional<PairedTiming>> time(PythonWork &work, const PythonPhase &phase,
                                             const PythonTrial &trial, TrialStream &reference,
                                             PairedClocks &clocks,
                                             const TimingPolicy &policy) const;

private:
    /// Both sides of one timing, on the inputs of a trial.
    struct Pair {
        PythonWork &work;
        const PythonPhase &phase;
        const PythonTrial &trial;
        TrialStream &reference;
        PairedClocks &clocks;
    };
    /// Times once. Returns nullopt, too, if the reference fails on other inputs: the work then
    /// has an excuse and no fresh inputs.
    Result<std::optional<PairedTiming>> timeOnce(const Pair &pair,
                                                 const TimingPolicy &policy) const;
    /// Gives both sides inputs without a feed, as `place` says. `when` the candidate may fail.
    Status give(const Pair &pair, const Bundle &given, const char *place, const char *when) const;
    /// Returns null if the timed calls keep the inputs of the trial; the work then has an excuse
    /// and no fresh inputs.
    Result<std::unique_ptr<TimedFeed>> makeFeed(const Pair &pair) const;
    /// Makes inputs for the next blocks.
    Result<std::size_t> renew(const Pair &pair, TimedFeed &feed, std::size_t calls) const;
    /// Times with exclusive use of the machine. `feed` may be null.
    Result<std::optional<PairedTiming>> measure(const Pair &pair, const TimingPolicy &policy,
                                                PythonTiming &timing, const TimedFeed *feed) const;
    /// Returns the error of a timing that failed on the reference's side.
    Error failureOfReference(const Pair &pair, const std::string &message) const;
    /// Judges the held results, and on a GPU one more call on inputs that arrive late.
    Status judge(const Pair &pair, const TimedFeed *feed, const PythonTiming &timing) const;
    /// A call of which both sides held the result.
    struct HeldCall {
        PythonTrial given; ///< with the reference's result
        PythonChild::Answer actual;
        std::size_t place = 0; ///< where both sides hold it
        PythonTiming::Held held;
    };
    Result<std::vector<HeldCall>> takeHeld(const Pair &pair, const PythonTiming &timing) const;
    Status judgeHeld(const Pair &pair, const TimedFeed *feed, const PythonTiming &timing) const;
    Result<TimedTrial> heldTrial(const Pair &pair, const TimedFeed *feed,
                                 std::span<const HeldCall> all, const HeldCall &call) const;
    /// Calls the reference again on the inputs of a held call. Null if it fails.
    Result<std::optional<Bundle>> repeatReference(const Pair &pair, const TimedFeed *feed,
                                                  std::size_t place,
                                                  const PythonTiming::Held &held) const;
    /// Judges a held call with the reference's error and undecided elements on its own inputs.
    Result<TimedTrial> judgeClosely(const Pair &pair, const TimedFeed &feed,
                                    const HeldCall &call) const;
    /// Sets the reason of a wrong result that belongs to other inputs.
    Status findKept(const Pair &pair, std::span<const HeldCall> all, const HeldCall &call,
                    TimedTrial &judged) const;
    static std::string functionOf(const Pair &pair);
    static NestedRule ruleFor(const Pair &pair, const PythonTrial &given);

    const PythonShared &m_shared;
    const PythonContext &m_context;
    SubjectBuild &m_build;
};

} // namespace loupe
