// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/engine/clocks/clockport.h"
#include "core/engine/clocks/elementglimpse.h"
#include "core/engine/clocks/linecost.h"
#include "core/timing/activitytally.h"
#include "core/timing/clockagreement.h"
#include "core/timing/devicetime.h"
#include "core/timing/pairedtiming.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace loupe {

/// By which clock both sides of a timing are measured, and under what conditions.
struct ClockChoice {
    TimingMethod method = TimingMethod::Host;
    std::string weakerBecause;   ///< why a stronger clock could not be used; empty: none was wanted
    std::int64_t flushBytes = 0; ///< written before each call; 0: the cache stays as it is
    int rotatedInputs = 1;
    std::int64_t rotatedBytes = 0;

    /// What the policy asks for on this device. Unsupported or Environment where it asks for a
    /// clock that the device does not have; a default that is not there becomes the next best, with
    /// the reason.
    static Result<ClockChoice> make(const TimingPolicy &policy, const std::string &device,
                                    bool hasInjection);
};

/// Everything that was measured of one side. Milliseconds.
struct ClockedSamples {
    std::vector<double> callsMs;  ///< by the chosen clock, one for each call, or for each block
    std::vector<int> calls;       ///< that each of them covers
    std::vector<double> spanMs;   ///< cupti: first start to last end, one for each call
    std::vector<double> hostMs;   ///< cupti: of the call and the wait, as its own process saw it
    std::vector<double> eventMs;  ///< events around each call, where they are not the chosen clock
    std::vector<double> engineMs; ///< the engine's wall clock around each block, per call
    std::vector<int> engineCalls; ///< calls in each of those blocks
    double strayMs = 0;           ///< work that began in no call, all blocks together
    double overlapMs = 0;         ///< time that streams shared, all calls together
    double clockShiftMs = 0;      ///< cupti: most that the device's clock was off the markers'
    int blocksByTime = 0;         ///< cupti: blocks whose launches could not be told apart
    int repeats = 0;              ///< cupti: blocks of those that were measured again
    int idleCalls = 0;            ///< in which the device did nothing: their time is the host's
    int kernels = 0;              ///< in all calls
    std::uint64_t dropped = 0;    ///< records lost: times are then too small
    bool wasShorterThanClaimed = false; ///< a block took less than its calls claim
    int copies = 1;                     ///< of the inputs that were in use
    ActivityTally activity;             ///< cupti: what ran, by name
};

/// Asks one child for blocks of calls and reads the chosen clock. Not thread-safe.
class CallClock
{
public:
    /// `request`: of a child in Python "do": "time" and what names the call; of a native one empty.
    /// The child must outlive this.
    CallClock(ClockPort child, Json request, ClockChoice choice,
              std::chrono::duration<double> deadline, std::stop_token stop);

    /// Puts the child ahead of everything else on the machine.
    Status putAhead() const { return m_child.putAhead(); }
    /// From now on the child is stopped between its requests, or no longer.
    void holdBetween(bool isHeld)
    {
        m_isHeldBetween = isHeld;
        m_child.setHeld(isHeld);
    }
    /// Why the child's activity cannot be recorded; nullopt when it can. Makes one call.
    std::optional<std::string> whyNotRecorded();
    /// One call that is not measured, by the host's clock where that counts, else between events.
    bool callOnce();
    /// How long the call of whyNotRecorded() or callOnce() took, seconds; 0 before.
    double calledSeconds() const { return m_calledSeconds; }
    /// What asking for a block costs besides its calls: taken off each, by the host's clock.
    void takeOff(const LineCost &cost) { m_cost = cost; }
    /// From now on by this clock.
    void use(const ClockChoice &choice) { m_choice = choice; }

    /// As a TimedBlock; last() says why there is none. 0 calls is an empty round trip. Where calls
    /// do so much that the record of all would find no room, it is several requests.
    std::optional<BlockTime> block(int calls);
    /// What one call took. Milliseconds.
    struct Once {
        double ms = 0;     ///< by the chosen clock
        double wallMs = 0; ///< by the engine's, with the round trip
        /// cupti: `ms` is what the device did from an empty cache on, and not the host's time of a
        /// call without work.
        bool isRecorded = false;
    };
    struct FreshCall {
        Once took;
        CallOutcome placing;    ///< what it took to put the inputs there
        double placingMs = 0;   ///< cupti: that kernels ran until the call's block began
        ElementGlimpse glimpse; ///< of its result, when it had returned
    };
    /// One call once `place` has put other inputs where the timed ones lie, which is not measured;
    /// null where either failed, as last() says. Its result is kept beside that of the last timed
    /// call, and the samples stay as they are.
    std::optional<FreshCall> freshCall(const std::function<CallOutcome()> &place);
    /// The median of a few more calls on what lies there, by the host's clock; null where one
    /// failed. The samples stay as they are.
    std::optional<double> repeatedCallMs();
    /// Whether this clock's times of calls with work are what Once::isRecorded says.
    bool recordsFromEmptyCache() const
    {
        return m_choice.method == TimingMethod::Cupti && m_choice.flushBytes > 0;
    }
    /// Events around some calls, as a second opinion on cupti.
    bool takeEvents(int calls);
    /// Forgets what was measured so far: the warm-up.
    void keepFromHere() { m_samples = {}; }

    const ClockedSamples &samples() const { return m_samples; }
    const CallOutcome &last() const { return m_last; }
    /// That its process had of the processors for all that it was asked.
    double cpuSeconds() const { return m_cpuSeconds; }
    ClockReadings readings() const;

private:
    /// So that putting inputs there takes the same of whoever wrote there before, and no work of
    /// calls before is taken for what is done meanwhile.
    bool settle();
    /// By cupti: what ran since the last time goes to `kernels`.
    bool takeKernels(std::vector<TimeInterval> &kernels);
    std::optional<Json> ask(TimingMethod method, int calls);
    std::optional<BlockTime> blockOnce(int calls);
    std::optional<BlockTime> recordedBlock(const Json &answer, int calls);
    std::optional<BlockTime> eventBlock(const Json &answer, int calls);
    /// So much was recorded of so many calls.
    void keepRoom(std::size_t records, int calls);
    std::nullopt_t broke(std::string message);

    ClockPort m_child;
    Json m_request;
    ClockChoice m_choice;
    std::chrono::duration<double> m_deadline;
    std::stop_token m_stop;
    CallOutcome m_last;
    ClockedSamples m_samples;
    double m_calledSeconds = 0;
    double m_cpuSeconds = 0;
    LineCost m_cost;
    bool m_isHeldBetween = false;
    bool m_isToRepeat = false; ///< the last block
    /// In one request: what more of them do might find no room where it is recorded.
    int m_mostCalls = std::numeric_limits<int>::max();
    Json m_glimpse;                     ///< of the last answer
    std::vector<TimeInterval> m_before; ///< kernels between the last block and the one before
};

} // namespace loupe
