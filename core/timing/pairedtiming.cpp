// SPDX-License-Identifier: Apache-2.0
#include "core/timing/pairedtiming.h"

#include "core/timing/speedup.h"

#include <algorithm>
#include <cmath>

namespace loupe {

namespace {

/// One side of a paired timing.
class Side
{
public:
    Side(const TimedBlock &block, TimingEnd failure) : m_block(block), m_failure(failure) { }

    TimingEnd failure() const { return m_failure; }
    int calls() const { return m_calls; }
    double seconds() const { return m_seconds; }
    std::vector<double> &samplesMs() { return m_samplesMs; }

    /// Two single calls: the first touches caches and pages, the second says how long one takes.
    bool warmUp(double blockSeconds)
    {
        if (!m_block(1))
            return false;
        const auto time = m_block(1);
        if (!time)
            return false;
        constexpr double mostCalls = 1 << 16;
        m_calls = static_cast<int>(std::clamp(
            std::ceil(blockSeconds / std::max(time->wallSeconds, 1e-9)), 1.0, mostCalls));
        return true;
    }
    bool measure()
    {
        const auto time = m_block(m_calls);
        if (!time)
            return false;
        m_seconds += time->wallSeconds;
        // A clock that shows nothing still took at least its own resolution.
        m_samplesMs.push_back(std::max(time->measuredSeconds, 1e-9) * 1e3 / m_calls);
        return true;
    }

private:
    const TimedBlock &m_block;
    TimingEnd m_failure;
    int m_calls = 1;
    double m_seconds = 0;
    std::vector<double> m_samplesMs;
};

bool enough(Side &a, Side &b, const TimingPolicy &policy)
{
    const double measured = std::min(a.seconds(), b.seconds());
    const auto blocks = static_cast<int>(a.samplesMs().size());
    return measured >= policy.minimumSeconds && blocks >= policy.minimumBlocks
        && relativeHalfWidth(a.samplesMs(), b.samplesMs()) <= policy.relativeInterval;
}

TimingEnd run(Side &baseline, Side &candidate, const TimingPolicy &policy,
              const std::stop_token &stop)
{
    for (Side *side : {&baseline, &candidate}) {
        if (!side->warmUp(policy.blockSeconds))
            return stop.stop_requested() ? TimingEnd::Cancelled : side->failure();
    }
    for (;;) {
        for (Side *side : {&baseline, &candidate, &candidate, &baseline}) {
            if (stop.stop_requested())
                return TimingEnd::Cancelled;
            if (!side->measure())
                return stop.stop_requested() ? TimingEnd::Cancelled : side->failure();
        }
        if (enough(baseline, candidate, policy))
            return TimingEnd::Precise;
        if (std::max(baseline.seconds(), candidate.seconds()) >= policy.maximumSeconds)
            return TimingEnd::OutOfTime;
    }
}

} // namespace

PairedTiming timeInPairs(const TimedBlock &baseline, const TimedBlock &candidate,
                         const TimingPolicy &policy, const std::stop_token &stop)
{
    Side baselineSide(baseline, TimingEnd::BaselineFailed);
    Side candidateSide(candidate, TimingEnd::CandidateFailed);
    PairedTiming timing;
    timing.end = run(baselineSide, candidateSide, policy, stop);
    timing.baselineMs = std::move(baselineSide.samplesMs());
    timing.candidateMs = std::move(candidateSide.samplesMs());
    timing.baselineCalls = baselineSide.calls();
    timing.candidateCalls = candidateSide.calls();
    return timing;
}

} // namespace loupe
