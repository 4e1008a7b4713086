// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/engine/clocks/aheadofothers.h"
#include "core/engine/clocks/callclock.h"
#include "core/engine/machine/gpudevices.h"
#include "core/model/record/evaluation.h"
#include "core/timing/timingpolicy.h"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace loupe {

/// Guard for a timing by the host's clock. It gives both sides real-time priority, where the kernel
/// allows it, and stops each in the other's turn, because waiting threads may spin. The clocks must
/// outlive it.
class SidesInTurn
{
public:
    SidesInTurn(CallClock &baseline, CallClock &candidate)
        : m_ahead({[&] { return baseline.putAhead(); }, [&] { return candidate.putAhead(); }})
        , m_baseline(baseline)
        , m_candidate(candidate)
    {
        setHeld(true);
    }
    ~SidesInTurn() { setHeld(false); }
    SidesInTurn(const SidesInTurn &) = delete;
    SidesInTurn &operator=(const SidesInTurn &) = delete;

    /// Returns why the priority could not be raised; empty on success.
    const std::string &whyNotAhead() const { return m_ahead.whyNot(); }

private:
    void setHeld(bool areHeld)
    {
        m_baseline.holdBetween(areHeld);
        m_candidate.holdBetween(areHeld);
    }

    AheadOfOthers m_ahead;
    CallClock &m_baseline;
    CallClock &m_candidate;
};

/// GPU state before and after a timing; null without NVML.
struct TimingConditions {
    std::optional<GpuState> before;
    std::optional<GpuState> after;
};

/// Returns the policy for this clock. CUPTI's samples of one kernel differ by some 0.1 %, so half
/// of the time suffices.
TimingPolicy policyFor(TimingMethod method, TimingPolicy asked);

/// Both sides of one timing, with the same clock. The children must outlive it. Not thread-safe.
class PairedClocks
{
public:
    /// `request`: as for CallClock.
    PairedClocks(const ClockPort &baseline, const ClockPort &candidate, const Json &request,
                 const ClockChoice &choice, std::chrono::duration<double> deadline,
                 const std::stop_token &stop);

    /// Makes one call of each side, without the lease: it absorbs the cost of a first call and
    /// starts the recording. Falls back to events if CUPTI records nothing on one side, and keeps
    /// the reason. Returns the side that failed, or null.
    const CallClock *settle();
    /// Returns the start values for timeInPairs() after settle().
    PairedStart start() const;
    /// Sets which side the timing begins with.
    void beginWithCandidate(bool isCandidateFirst) { m_isCandidateFirst = isCandidateFirst; }
    /// Returns a guard that gives both sides priority in turn, for the host's clock; null for other
    /// clocks, which other processes do not affect.
    std::unique_ptr<SidesInTurn> takeTurns();
    /// Measures the cost of requesting a block, milliseconds. With the host's clock it uses the
    /// baseline, which is trusted, and subtracts it from the blocks of both sides; else it uses the
    /// candidate.
    double takeOffAsking();
    /// Returns policyFor() the clock in use.
    TimingPolicy policy(const TimingPolicy &asked) const
    {
        return policyFor(m_choice.method, asked);
    }
    /// Returns a side as timeInPairs() calls it.
    static TimedBlock block(CallClock &clock);
    /// Gives a side other inputs; returns false on failure.
    using Renew = std::function<bool(const CallClock &)>;
    /// With cupti, times a few more calls of each side between events. For long calls, and with
    /// `renew`, it times one, and more only if that one disagrees. Skips calls so long that the
    /// engine's clock already confirms CUPTI. With `renew`, each call has inputs of its own.
    void takeSecondOpinions(const Renew &renew = {});

    /// Returns the clock in use, which settle() may have changed.
    TimingMethod method() const { return m_choice.method; }
    /// Returns CallClock::cpuSeconds() of both sides.
    double cpuSeconds() const { return m_baseline.cpuSeconds() + m_candidate.cpuSeconds(); }
    CallClock &baseline() { return m_baseline; }
    CallClock &candidate() { return m_candidate; }

    /// Adds the raw series of both sides (the clock in use, the engine's, events) and the recorded
    /// device work. Series of a further process are appended to those of the one before
    /// (addSamples).
    void keep(const std::string &caseName, double overheadMs, Evaluation &evaluation) const;
    /// Returns one line of JSON about clock and conditions for the run log; empty if there is
    /// nothing to add. Sets the flags weaker_clock, clocks_disagree, no_device_activity,
    /// stray_activity, activity_lost, throttled, gpu_shared.
    std::string describe(const std::string &caseName, const TimingConditions &conditions,
                         Evaluation &evaluation) const;

private:
    ClockTolerance toleranceFor(const CallClock &clock) const;
    static Json toJson(const CallClock &clock);
    static ClockAgreement agreement(const CallClock &clock, const ClockTolerance &tolerance);

    ClockChoice m_choice;
    bool m_isCandidateFirst = false;
    CallClock m_baseline;
    CallClock m_candidate;
};

/// Makes one call outside the timing, as PairedClocks::settle() does. Unsupported if the chosen
/// clock cannot record the process: another clock would give times that cannot be compared.
Status settleAlone(CallClock &clock, TimingMethod method);

/// Calls of a process that is timed without a counterpart.
struct CallsAlone {
    /// Writes other inputs for so many calls; null if all calls have the same.
    std::function<CallOutcome(int calls)> place;
    int maxCalls = 1 << 16; ///< per block
    bool warmsUp = false;   ///< each block begins with one more call, which is not timed
};

/// Times a trusted process without a counterpart, by the protocol of timeInPairs(): its blocks are
/// compared with one another, so that the policy says how exactly the time is known. The clock must
/// be settled. Returns the milliseconds of a call, one for each block.
Result<std::vector<double>> timeAlone(CallClock &clock, const CallsAlone &calls,
                                      TimingMethod method, const TimingPolicy &policy,
                                      const std::stop_token &stop);

} // namespace loupe
