// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/clocks/callclock.h"
#include "core/engine/clocks/freshlook.h"
#include "core/engine/clocks/sidesinturn.h"
#include "core/engine/machine/gpustate.h"
#include "core/model/evaluation.h"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace loupe {

/// How the GPU stood around a timing; nothing where NVML is not there.
struct TimingConditions {
    std::optional<GpuState> before;
    std::optional<GpuState> after;
};

/// Both sides of one timing with their clocks: always the same one for both. The children must
/// outlive it; not thread-safe.
class PairedClocks
{
public:
    /// `request`: as CallClock's.
    PairedClocks(const ClockPort &baseline, const ClockPort &candidate, const Json &request,
                 const ClockChoice &choice, std::chrono::duration<double> deadline,
                 const std::stop_token &stop);

    /// One call of each side on what it was given, which nobody needs the lease for: what a first
    /// call costs is behind it, and the recording runs. Falls back to events when CUPTI records
    /// nothing on one of the sides, and remembers why. The side that fails; null: both are ready.
    const CallClock *settle();
    /// How both sides stand then.
    PairedStart start() const;
    /// Which side the timing begins with.
    void beginWithCandidate(bool isCandidateFirst) { m_isCandidateFirst = isCandidateFirst; }
    /// By the host's clock: what sides are timed in. Null: what else runs does not show on the
    /// clock.
    std::unique_ptr<SidesInTurn> takeTurns();
    /// What asking for a block costs, in milliseconds. By the host's clock it is measured on the
    /// baseline, which is trusted, and taken off the blocks of both sides; else on the candidate.
    double takeOffAsking();
    /// When a timing by this clock is good enough: CUPTI's samples of one kernel lie some 0.1 %
    /// apart, and half of the time does.
    TimingPolicy policy(TimingPolicy asked) const;
    /// What timeInPairs() asks of a side.
    static TimedBlock block(CallClock &clock);
    /// timeInPairs() has warmed up: what was clocked so far is not kept.
    void keepFromHere();
    /// Events around a few more calls of each side, where the clock is cupti; of long calls around
    /// one, and around more only where that one says something else. None of calls so long that the
    /// engine's own clock around them leaves no room for another opinion.
    void takeSecondOpinions();

    /// One call of each side on what its function puts in the timed inputs' place, the baseline's
    /// first, by a process that has been timed. Null where a side failed, as its clock's last()
    /// says. `RepeatsFirst`: before them the candidate repeats calls on what it was given last, by
    /// the host's clock; what a device did others do not make longer.
    enum class Before { Nothing, RepeatsFirst };
    std::optional<FreshCalls> lookAfresh(const std::function<CallOutcome()> &placeBaseline,
                                         const std::function<CallOutcome()> &placeCandidate,
                                         Before before = Before::Nothing);

    /// The clock that counts, which settle() may have had to change.
    TimingMethod method() const { return m_choice.method; }
    /// CallClock::cpuSeconds() of both.
    double cpuSeconds() const { return m_baseline.cpuSeconds() + m_candidate.cpuSeconds(); }
    CallClock &baseline() { return m_baseline; }
    CallClock &candidate() { return m_candidate; }

    /// Adds the raw series of both sides: the clock that counts, the engine's around it, events;
    /// and what ran, where it was recorded. Of a further process they go behind those of the one
    /// before (addSamples).
    void keep(const std::string &caseName, double overheadMs, Evaluation &evaluation) const;
    /// One line of JSON about clock and conditions for the run log. Sets the flags weaker_clock,
    /// clocks_disagree, no_device_activity, stray_activity, activity_lost, throttled, gpu_shared.
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

} // namespace loupe
