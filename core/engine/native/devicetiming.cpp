// SPDX-License-Identifier: Apache-2.0
#include "core/engine/native/devicetiming.h"

#include <random>
#include <string>
#include <utility>

namespace loupe {

Result<std::unique_ptr<DeviceTiming>> DeviceTiming::make(const TrialSpec &trial, NativeSides sides,
                                                         PairedClocks &clocks,
                                                         InputFeed::Compare compare,
                                                         std::chrono::duration<double> deadline,
                                                         const std::stop_token &stop)
{
    auto feed = InputFeed::make(trial, sides, 1, std::move(compare));
    if (!feed)
        return feed.error();
    std::unique_ptr<DeviceTiming> timing(
        new DeviceTiming(sides, clocks, std::move(*feed), deadline, stop));
    DeviceTiming &self = *timing;
    self.m_candidate.addWorkBeyond(self.m_baseline);
    self.m_blocks = std::make_unique<JudgedBlocks>(
        self.m_baseline, self.m_candidate, [&self](std::size_t) { return self.m_feed->lay(); },
        JudgedBlocks::Checks{[&self](std::size_t, std::size_t place) { return self.keep(place); },
                             [&self](std::size_t place) { return self.m_feed->judge(place); }},
        JudgedBlocks::Settings{1, self.m_feed->maxKept(), std::random_device()()});
    return timing;
}

DeviceTiming::DeviceTiming(NativeSides sides, PairedClocks &clocks, std::unique_ptr<InputFeed> feed,
                           std::chrono::duration<double> deadline, const std::stop_token &stop)
    : m_sides(sides)
    , m_clocks(clocks)
    , m_feed(std::move(feed))
    , m_stop(stop)
    , m_deadline(deadline)
    , m_baseline(clocks.baseline(), [this] { return m_sides.baseline.place(m_deadline, m_stop); })
    , m_candidate(clocks.candidate(),
                  [this] { return m_sides.candidate.place(m_deadline, m_stop); })
{
}

InputFeed::Judged DeviceTiming::keep(std::size_t place)
{
    const CallOutcome expected = takeOutputs(m_sides.baseline, m_baseline, m_sides.baselineOutputs);
    if (expected.verdict != Verdict::Correct)
        return Error{Errc::Internal,
                     "the baseline failed while it was timed: " + expected.message,
                     {},
                     {},
                     {}};
    const CallOutcome actual = takeOutputs(m_sides.candidate, m_candidate, m_sides.tensors.outputs);
    if (actual.verdict != Verdict::Correct)
        return std::pair{actual.verdict, actual.message};
    return m_feed->keep(0, place);
}

CallOutcome DeviceTiming::takeOutputs(NativeSubject &subject, const ClockedCalls &calls,
                                      const TensorArena &outputs) const
{
    CallOutcome outcome = subject.takeOutputs(m_deadline, m_stop);
    const ElementGlimpse &glimpse = calls.glimpse();
    const bool isSeen = !glimpse.seen.empty();
    if (outcome.verdict == Verdict::Correct && isSeen && !glimpse.stillHolds(outputs))
        return {Verdict::BrokeProtocol, "its result changed after the call had returned", 0};
    return outcome;
}

PairedTiming DeviceTiming::measure(const TimingPolicy &policy)
{
    PairedTiming timing = m_blocks->measure(policy, m_stop, m_clocks.start());
    if (hasTimes(timing.end))
        m_blocks->judge();
    return timing;
}

void DeviceTiming::takeSecondOpinions()
{
    m_clocks.takeSecondOpinions([this](const CallClock &clock) {
        const bool isBaseline = &clock == &m_clocks.baseline();
        return m_blocks->renew(isBaseline ? m_baseline : m_candidate);
    });
}

} // namespace loupe
