// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/engine/clocks/elementglimpse.h"
#include "core/engine/clocks/linecost.h"
#include "core/platforms/host/callrange.h"
#include "core/platforms/host/nativehost.h"
#include "core/platforms/python/pythonhost.h"
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

/// Interface of a clock to the process that makes the timed calls. The process must outlive it.
struct ClockPort {
    struct Answer {
        CallOutcome outcome;
        Json body; ///< always an object; untrusted
    };
    std::function<Answer(Json request, std::chrono::duration<double> deadline,
                         const std::stop_token &stop)>
        ask;
    std::function<Result<ActivityBatch>()> takeActivity;
    std::function<Status()> putAhead;         ///< gives it real-time priority until it ends
    std::function<void(bool isHeld)> setHeld; ///< stops it between requests, or resumes it

    // The conversions are implicit because a clock uses nothing else of a child.
    ClockPort(PythonChild &child)
        : ask([&child](Json request, std::chrono::duration<double> deadline,
                       const std::stop_token &stop) {
            PythonChild::Answer answer = child.ask(std::move(request), nullptr, deadline, stop);
            return Answer{std::move(answer.outcome), std::move(answer.body)};
        })
        , takeActivity([&child] { return child.takeActivity(); })
        , putAhead([&child] { return child.putAhead(); })
        , setHeld([&child](bool isHeld) { child.setHeld(isHeld); })
    {
    }
    ClockPort(NativeSubject &subject)
        : ask([&subject](Json request, std::chrono::duration<double> deadline,
                         const std::stop_token &stop) {
            NativeSubject::TimeAnswer answer = subject.time(std::move(request), deadline, stop);
            return Answer{std::move(answer.outcome), std::move(answer.body)};
        })
        , takeActivity([&subject] { return subject.takeActivity(); })
        , putAhead([&subject] { return subject.putAhead(); })
        , setHeld([](bool) {}) // its threads do not spin while they wait
    {
    }
};

/// Clock of both sides of a timing, and the conditions of the calls.
struct ClockChoice {
    TimingMethod method = TimingMethod::Host;
    std::string weakerBecause;   ///< why a stronger clock could not be used; empty: none was wanted
    std::int64_t flushBytes = 0; ///< written before each call; 0: the cache stays as it is
    int rotatedInputs = 1;
    std::int64_t rotatedBytes = 0;
    /// How much later the candidate's calls may end than those of a reference, by clocks other than
    /// CUPTI, because of the library that launches them. Milliseconds.
    double candidateLatenessMs = 0;

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
    double aheadMs = 0;        ///< work before the clock started that was added to calls
    std::uint64_t dropped = 0; ///< lost records; times are then too small
    bool wasShorterThanClaimed = false; ///< a block took less than the sum of its calls
    ActivityTally activity;             ///< cupti: device work by name
};

/// Returns the processor time of writing inputs, which other processes do not lengthen; the wall
/// time if the operating system does not count it. Milliseconds. Pure.
double placingMs(const CallOutcome &placing);

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
    /// Does something with the child while it is not stopped.
    template <typename Work>
    auto whileReleased(const Work &work) const
    {
        const Released released(m_child, m_isHeldBetween && !m_awake);
        return work();
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
    /// Times a request without calls, with the host's clock as placedCalls() does.
    std::optional<BlockTime> emptyBlock();
    /// Calls on inputs that were written before.
    struct PlacedCalls {
        BlockTime time;
        /// Work of the child while the inputs were written, milliseconds: with cupti of kernels,
        /// until the block began; with the host's clock of processors (placingMs()), and what the
        /// calls of warmUp() took longer than two timed ones each; else 0.
        double placingMs = 0;
        ElementGlimpse glimpse; ///< elements of the last result when its call returned
    };
    /// Writes other inputs to the timed addresses with `place`, which is not measured. With the
    /// host's clock the child is not stopped until the calls were made, because threads that
    /// continue after a stop take longer. Returns false on failure; last() holds the reason.
    bool placeInputs(const std::function<CallOutcome()> &place);
    /// Does with the child what placeInputs() does, but leaves the inputs as they are.
    bool wake();
    /// Makes calls on placed inputs that are not timed: after a pause, the first call of a process
    /// takes longer than the next. Returns false on failure.
    bool warmUp(CallRange range);
    /// Times a block of calls on the placed inputs, each exactly once, from slot `range.first` on.
    /// Null on failure.
    std::optional<PlacedCalls> placedCalls(CallRange range);
    /// Adds `ms` to the samples of the last `calls` calls: work that the child did before the clock
    /// started.
    void addAhead(double ms, std::size_t calls);
    /// Times some calls between events, as a second opinion on cupti.
    bool takeEvents(int calls);
    /// Reads the device's span of some more calls, to compare later events with. Keeps no times.
    bool takeSpans(int calls);
    /// Drops the samples so far: the warm-up.
    void keepFromHere() { m_samples = {}; }

    TimingMethod method() const { return m_choice.method; }
    const ClockedSamples &samples() const { return m_samples; }
    const CallOutcome &last() const { return m_last; }
    /// Returns the processor seconds of the child in all requests so far.
    double cpuSeconds() const { return m_cpuSeconds; }
    ClockReadings readings() const;

private:
    /// Scoped resumption of a child that is stopped between its requests.
    class Released
    {
    public:
        Released(const ClockPort &child, bool isHeldBetween)
            : m_child(child)
            , m_isHeld(isHeldBetween)
        {
            if (m_isHeld)
                m_child.setHeld(false);
        }
        ~Released()
        {
            if (m_isHeld)
                m_child.setHeld(true);
        }
        Released(const Released &) = delete;
        Released &operator=(const Released &) = delete;

    private:
        const ClockPort &m_child;
        bool m_isHeld;
    };

    /// With the host's clock, does not stop the child until m_awake is reset.
    void stayAwake();
    /// Drops the kernels recorded so far, so that earlier work is not counted as work during the
    /// writing of inputs.
    bool dropKernels();
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
    std::optional<Released> m_awake; ///< from placing the inputs until the calls are made
    bool m_isToRepeat = false;       ///< the last block must be measured again
    bool m_mayRepeat = true;         ///< not on placed inputs, which the child has seen by then
    /// Maximum number of calls per request; more could overflow the record.
    int m_maxCalls = std::numeric_limits<int>::max();
    Json m_glimpse;                     ///< of the last answer
    std::vector<TimeInterval> m_before; ///< kernels between the last two blocks
    double m_placingMs = 0;             ///< of the placed inputs, with the host's clock
    double m_warmUpMs = 0;              ///< of warmUp(), as placingMs()
    std::size_t m_warmUps = 0;          ///< calls of warmUp()
    std::vector<TimeInterval> m_ahead;  ///< kernels since the inputs were placed
};

} // namespace loupe
