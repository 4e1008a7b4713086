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

/// Clock of both sides of a timing, and the conditions of the calls.
struct ClockChoice {
    TimingMethod method = TimingMethod::Host;
    std::string weakerBecause;   ///< why a stronger clock could not be used; empty: none was wanted
    std::int64_t flushBytes = 0; ///< written before each call; 0: the cache stays as it is
    int rotatedInputs = 1;
    std::int64_t rotatedBytes = 0;

    /// Returns the clock that `policy` selects on this device. A clock requested by name that is
    /// not available is an error: Unsupported or Environment. An unavailable default is replaced by
    /// the next best clock, with the reason.
    static Result<ClockChoice> make(const TimingPolicy &policy, const std::string &device,
                                    bool hasInjection);
};

/// Measurements of one side. Milliseconds.
struct ClockedSamples {
    std::vector<double> callsMs;     ///< by the chosen clock, one per call or per block
    std::vector<int> calls;          ///< calls covered by each of `callsMs`
    std::vector<double> spanMs;      ///< cupti: first start to last end, one per call
    std::vector<double> laterSpanMs; ///< as spanMs, of calls next to those between events
    std::vector<double> hostMs;      ///< cupti: call and wait, measured by the child process
    std::vector<double> eventMs;     ///< events around each call, if not the chosen clock
    std::vector<double> engineMs;    ///< engine's wall clock around each block, per call
    std::vector<int> engineCalls;    ///< calls in each of those blocks
    double strayMs = 0;              ///< device work outside the calls, total of all blocks
    double overlapMs = 0;            ///< time shared by several streams, total of all calls
    double clockShiftMs = 0;   ///< cupti: largest shift of the device's clock against the markers
    int blocksByTime = 0;      ///< cupti: blocks whose calls could not be matched by launch
    int repeats = 0;           ///< cupti: blocks measured again
    int idleCalls = 0;         ///< calls without device work; their time is the host's
    int kernels = 0;           ///< kernels of all calls
    std::uint64_t dropped = 0; ///< lost records; times are then too small
    bool wasShorterThanClaimed = false; ///< a block took less than the sum of its calls
    int copies = 1;                     ///< copies of the inputs in use
    ActivityTally activity;             ///< cupti: device work by name
};

/// Clock of one side: requests blocks of calls from its child and times them. Not thread-safe.
class CallClock
{
public:
    /// `request`: for a child in Python "do": "time" and what names the call; empty for a native
    /// child. The child must outlive this.
    CallClock(ClockPort child, Json request, ClockChoice choice,
              std::chrono::duration<double> deadline, std::stop_token stop);

    /// Gives the child real-time priority.
    Status putAhead() const { return m_child.putAhead(); }
    /// Sets whether the child is stopped between its requests.
    void holdBetween(bool isHeld)
    {
        m_isHeldBetween = isHeld;
        m_child.setHeld(isHeld);
    }
    /// Makes one call. Returns why the child's activity cannot be recorded; nullopt if it can.
    std::optional<std::string> whyNotRecorded();
    /// Makes one call that is not measured, with the host's clock or events. Returns false on
    /// failure.
    bool callOnce();
    /// Returns the duration of the call of whyNotRecorded() or callOnce(), seconds; 0 before.
    double calledSeconds() const { return m_calledSeconds; }
    /// Sets the cost of requesting a block, which the host's clock subtracts from each block.
    void takeOff(const LineCost &cost) { m_cost = cost; }
    /// Replaces the clock for all further blocks.
    void use(const ClockChoice &choice) { m_choice = choice; }

    /// Times a block, as a TimedBlock; on failure last() holds the reason. 0 calls is an empty
    /// round trip. Splits the block into several requests if its activity would overflow the
    /// record.
    std::optional<BlockTime> block(int calls);
    /// Time of one call. Milliseconds.
    struct Once {
        double ms = 0;     ///< by the chosen clock
        double wallMs = 0; ///< by the engine's clock, with the round trip
        /// cupti: `ms` is device time from an empty cache, not the host's time of a call without
        /// device work.
        bool isRecorded = false;
    };
    struct FreshCall {
        Once took;
        CallOutcome placing;    ///< outcome of writing the inputs
        double placingMs = 0;   ///< cupti: kernel milliseconds from the writing to the block
        ElementGlimpse glimpse; ///< elements of the result when the call returned
    };
    /// Writes other inputs to the timed addresses with `place`, which is not measured. Returns
    /// false on failure; last() holds the reason.
    bool placeInputs(const std::function<CallOutcome()> &place);
    /// Times one call on the placed inputs, exactly once. Null on failure.
    std::optional<FreshCall> placedCall();
    /// Adds `ms` to the last sample: work that the child did before the clock started.
    void addAhead(double ms) { m_samples.callsMs.back() += ms; }
    /// Places other inputs and makes a call. The child keeps the result separately from that of the
    /// last timed call. The samples are unchanged.
    std::optional<FreshCall> freshCall(const std::function<CallOutcome()> &place);
    /// Returns the median of a few more calls on the current inputs, milliseconds by the chosen
    /// clock; null if one failed. The samples are unchanged.
    std::optional<double> repeatedCallMs();
    /// Returns whether calls with device work are recorded in the sense of Once::isRecorded.
    bool recordsFromEmptyCache() const
    {
        return m_choice.method == TimingMethod::Cupti && m_choice.flushBytes > 0;
    }
    /// Times some calls between events, as a second opinion on cupti.
    bool takeEvents(int calls);
    /// Reads the device's span of some more calls, to compare later events with. Keeps no times.
    bool takeSpans(int calls);
    /// Drops the samples so far: the warm-up.
    void keepFromHere() { m_samples = {}; }

    const ClockedSamples &samples() const { return m_samples; }
    const CallOutcome &last() const { return m_last; }
    /// Returns the processor seconds of the child in all requests so far.
    double cpuSeconds() const { return m_cpuSeconds; }
    ClockReadings readings() const;

private:
    /// Lets the child touch its inputs and drops the kernels recorded so far. Then writing inputs
    /// costs the same for every child, and earlier work is not counted as work during the writing.
    bool settle();
    /// With cupti, appends the kernels recorded since the last call to `kernels`.
    bool takeKernels(std::vector<TimeInterval> &kernels);
    std::optional<Json> ask(TimingMethod method, int calls);
    std::optional<BlockTime> blockOnce(int calls);
    std::optional<BlockTime> recordedBlock(const Json &answer, int calls);
    std::optional<BlockTime> eventBlock(const Json &answer, int calls);
    /// Limits the calls per request, given `records` records of `calls` calls.
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
    bool m_isToRepeat = false; ///< the last block must be measured again
    bool m_mayRepeat = true;   ///< not on placed inputs, which the child has seen by then
    /// Maximum number of calls per request; more could overflow the record.
    int m_maxCalls = std::numeric_limits<int>::max();
    Json m_glimpse;                     ///< of the last answer
    std::vector<TimeInterval> m_before; ///< kernels between the last two blocks
    CallOutcome m_placing;              ///< outcome of writing the placed inputs
    std::vector<TimeInterval> m_ahead;  ///< kernels from then on
};

} // namespace loupe
