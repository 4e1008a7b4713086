// SPDX-License-Identifier: Apache-2.0
#include "core/engine/native/nativetiming.h"

#include "core/engine/clocks/clockedblock.h"
#include "core/engine/clocks/judgedblocks.h"
#include "core/engine/clocks/processoruse.h"
#include "core/engine/contract/evaluationparts.h"
#include "core/platforms/host/callline.h"
#include "core/timing/timingpolicy.h"

#include <algorithm>
#include <ctime>
#include <random>
#include <utility>
#include <vector>

namespace loupe {

namespace {

/// The warm-up blocks measure a process that was only just resumed.
constexpr int emptyBlocks = 8;
constexpr int warmUpBlocks = 3;

double microseconds(double seconds)
{
    return seconds * 1e6;
}

} // namespace

/// Timer of calls on the processor, by the engine's clock around a block. Subject and outputs must
/// outlive it. Not thread-safe.
class NativeTiming::HostCalls final : public CallTimer
{
public:
    /// `cost` of a request is subtracted from each block.
    HostCalls(NativeSubject &subject, TensorArena &outputs, const LineCost &cost,
              std::chrono::duration<double> deadline, std::stop_token stop)
        : m_subject(subject)
        , m_outputs(outputs)
        , m_cost(cost)
        , m_deadline(deadline)
        , m_stop(std::move(stop))
    {
    }

    bool makeReady() override
    {
        m_outputs.poison(freshPoison(static_cast<std::uint32_t>(m_random())));
        return true;
    }

    std::optional<BlockTime> time(CallRange range) override
    {
        m_last = m_subject.calls(range, m_deadline, m_stop);
        if (m_last.verdict != Verdict::Correct)
            return std::nullopt;
        m_cpuSeconds += m_last.cpuSeconds;
        const auto calls = static_cast<double>(range.count);
        const double wall = netSeconds(m_last.seconds, m_cost);
        const double undisturbed = undisturbedSeconds(m_last, m_cost);
        m_times.push_back({wall * 1e3 / calls, undisturbed * 1e3 / calls});
        return BlockTime(undisturbed, wall, loupe::ownSeconds(m_last, m_cost));
    }

    void keepFromHere() override { m_times.clear(); }
    const CallOutcome &last() const override { return m_last; }

    /// Returns the times of the blocks since keepFromHere().
    const std::vector<ClockedBlock> &times() const { return m_times; }
    /// Returns the processor seconds of all blocks ever made; 0 if unknown.
    double cpuSeconds() const { return m_cpuSeconds; }

private:
    NativeSubject &m_subject;
    TensorArena &m_outputs;
    LineCost m_cost;
    std::chrono::duration<double> m_deadline;
    std::stop_token m_stop;
    std::mt19937_64 m_random{std::random_device()()};
    CallOutcome m_last;
    std::vector<ClockedBlock> m_times;
    double m_cpuSeconds = 0;
};

NativeTiming::NativeTiming(NativeSides sides, std::unique_ptr<InputFeed> feed)
    : m_sides(sides)
    , m_feed(std::move(feed))
    , m_oneProcessor(
          {[sides](const auto &processors) { return sides.baseline.runOn(processors); },
           [sides](const auto &processors) { return sides.candidate.runOn(processors); }})
    , m_ahead({[&sides] { return sides.baseline.putAhead(); },
               [&sides] { return sides.candidate.putAhead(); }})
{
}

NativeTiming::~NativeTiming() = default;

Result<std::unique_ptr<NativeTiming>> NativeTiming::make(const TrialSpec &trial, NativeSides sides,
                                                         InputFeed::Compare compare,
                                                         std::chrono::duration<double> deadline,
                                                         std::stop_token stop)
{
    auto feed = InputFeed::make(trial, sides, slotsOf(trial), std::move(compare));
    if (!feed)
        return feed.error();
    std::unique_ptr<NativeTiming> timing(new NativeTiming(sides, std::move(*feed)));
    NativeTiming &self = *timing;
    if (Status measured = self.measureLine(deadline, stop); !measured)
        return measured.error();
    self.m_baseline = std::make_unique<HostCalls>(sides.baseline, sides.baselineOutputs,
                                                  self.m_cost, deadline, stop);
    self.m_candidate = std::make_unique<HostCalls>(sides.candidate, sides.tensors.outputs,
                                                   self.m_cost, deadline, stop);
    self.m_blocks = std::make_unique<JudgedBlocks>(
        *self.m_baseline, *self.m_candidate, [&self](std::size_t) { return self.m_feed->lay(); },
        JudgedBlocks::Checks{
            [&self](std::size_t slot, std::size_t place) { return self.m_feed->keep(slot, place); },
            [&self](std::size_t place) { return self.m_feed->judge(place); }},
        JudgedBlocks::Settings{self.m_feed->slotCount(), self.m_feed->maxKept(),
                               std::random_device()()});
    self.m_stop = std::move(stop);
    return timing;
}

Status NativeTiming::measureLine(std::chrono::duration<double> deadline,
                                 const std::stop_token &stop)
{
    std::vector<CallOutcome> empty;
    for (int i = 0; i < warmUpBlocks + emptyBlocks; ++i) {
        const CallOutcome outcome = m_sides.baseline.pause(deadline, stop);
        if (stop.stop_requested())
            return cancelledRun();
        if (outcome.verdict != Verdict::Correct)
            return Error{Errc::Internal, "the reference does not answer: " + outcome.message};
        if (i >= warmUpBlocks)
            empty.push_back(outcome);
    }
    m_cost = lineCost(empty, std::chrono::duration<double>(linePause).count());
    return {};
}

bool NativeTiming::wasDisturbed() const
{
    const bool areAmongOthers = !m_ahead.whyNot().empty() && m_others > maxUseByOthers;
    return areAmongOthers || m_stretch > maxQuietStretch;
}

PairedTiming NativeTiming::measure(const TimingPolicy &policy)
{
    const auto before = processorUseNow();
    const double ownBefore = ownSeconds();
    PairedTiming timing = m_blocks->measure(policy, m_stop);
    m_others = shareOfOthers(before, processorUseNow(), ownSeconds() - ownBefore);
    m_stretch = leaveOutOthers(timing, m_baseline->times(), m_candidate->times());
    if (hasTimes(timing.end))
        m_blocks->judge();
    return timing;
}

double NativeTiming::ownSeconds() const
{
    timespec here{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &here);
    return static_cast<double>(here.tv_sec) + static_cast<double>(here.tv_nsec) * 1e-9
        + m_baseline->cpuSeconds() + m_candidate->cpuSeconds();
}

Json NativeTiming::describe(const PairedTiming &timing, const std::string &caseName) const
{
    const auto calls = static_cast<double>(std::max<std::int64_t>(1, m_blocks->timedCalls()));
    Json json{{"case", caseName},
              {"clock", judgedBlocksClock},
              {"slots", m_feed->slotCount()},
              {"calls_per_block", {timing.baselineCalls, timing.candidateCalls}},
              {"calls", m_blocks->timedCalls()},
              {"judged", m_blocks->judgedCalls()},
              {"line_us",
               {{"cost", microseconds(m_cost.seconds)}, {"spread", microseconds(m_cost.spread)}}},
              {"candidate_cpu_us", microseconds(m_candidate->cpuSeconds()) / calls},
              {"others", {{"share", m_others}, {"stretch", m_stretch}}}};
    if (!m_ahead.whyNot().empty())
        json["not_ahead_because"] = m_ahead.whyNot();
    if (!m_oneProcessor.whyNot().empty())
        json["several_processors_because"] = m_oneProcessor.whyNot();
    if (const std::string why = m_sides.candidate.whyNotHeld(); !why.empty())
        json["not_held_because"] = why;
    return json;
}

} // namespace loupe
