// SPDX-License-Identifier: Apache-2.0
#include "core/timing/pairedtiming.h"

#include "core/timing/speedup.h"

#include <algorithm>
#include <cmath>

namespace loupe {

namespace {

constexpr int fewestBlocks = 4; ///< of sides whose blocks are long: below, no interval is any good
constexpr double shareOfSlower = 0.125;
constexpr double longCallSeconds = 0.02; ///< of which a block holds one

/// One side of a paired timing.
class Side
{
public:
    Side(const TimedBlock &block, TimingEnd failure, int fewestCalls)
        : m_block(block)
        , m_failure(failure)
        , m_fewestCalls(fewestCalls)
        , m_calls(fewestCalls)
    {
    }

    TimingEnd failure() const { return m_failure; }
    int calls() const { return m_calls; }
    double seconds() const { return m_seconds; }
    std::vector<double> &samplesMs() { return m_samplesMs; }

    /// Of one call, with what it waits for, but for others; known after warmUp().
    double callSeconds() const { return m_callSeconds; }

    /// Twice: the first touches caches and pages, the second says how long a call takes. A long one
    /// says it well enough at once.
    bool warmUp()
    {
        auto time = m_block(m_fewestCalls);
        if (time && time->ownSeconds < longCallSeconds * m_fewestCalls)
            time = m_block(m_fewestCalls);
        if (!time)
            return false;
        m_callSeconds = std::max(time->ownSeconds / m_fewestCalls, 1e-9);
        return true;
    }
    void sizeBlocks(double blockSeconds)
    {
        constexpr double mostCalls = 1 << 16;
        m_calls = static_cast<int>(std::clamp(std::ceil(blockSeconds / m_callSeconds),
                                              static_cast<double>(m_fewestCalls), mostCalls));
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
    int m_fewestCalls;
    int m_calls;
    double m_callSeconds = 0;
    double m_seconds = 0;
    std::vector<double> m_samplesMs;
};

bool enough(Side &a, Side &b, const TimingPolicy &policy)
{
    const double measured = std::min(a.seconds(), b.seconds());
    const auto blocks = static_cast<int>(a.samplesMs().size());
    const bool isSlow = std::max(a.seconds(), b.seconds()) >= policy.slowSeconds;
    const int least = isSlow ? std::min(fewestBlocks, policy.minimumBlocks) : policy.minimumBlocks;
    return measured >= policy.minimumSeconds && blocks >= least
        && relativeHalfWidth(a.samplesMs(), b.samplesMs()) <= policy.relativeInterval;
}

TimingEnd run(Side &baseline, Side &candidate, const TimingPolicy &policy,
              const std::stop_token &stop, const std::function<void()> &warmedUp)
{
    for (Side *side : {&baseline, &candidate}) {
        if (!side->warmUp())
            return stop.stop_requested() ? TimingEnd::Cancelled : side->failure();
    }
    if (warmedUp)
        warmedUp();
    // Beside a slow side, longer blocks of the other cost little and say as much in fewer pairs.
    const double slower = std::max(baseline.callSeconds(), candidate.callSeconds());
    for (Side *side : {&baseline, &candidate})
        side->sizeBlocks(std::max(policy.blockSeconds, slower * shareOfSlower));
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
                         const TimingPolicy &policy, const std::stop_token &stop,
                         const std::function<void()> &warmedUp, int fewestCandidateCalls)
{
    Side baselineSide(baseline, TimingEnd::BaselineFailed, 1);
    Side candidateSide(candidate, TimingEnd::CandidateFailed, fewestCandidateCalls);
    PairedTiming timing;
    timing.end = run(baselineSide, candidateSide, policy, stop, warmedUp);
    timing.baselineMs = std::move(baselineSide.samplesMs());
    timing.candidateMs = std::move(candidateSide.samplesMs());
    timing.baselineCalls = baselineSide.calls();
    timing.candidateCalls = candidateSide.calls();
    return timing;
}

} // namespace loupe
