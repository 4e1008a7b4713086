// SPDX-License-Identifier: Apache-2.0
#include "core/timing/pairedtiming.h"

#include "core/analysis/statistics/speedup.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace loupe {

namespace {

constexpr int fewestBlocks = 4; ///< per side, if its blocks are long
constexpr double shareOfSlower = 0.125;
constexpr int mostSizings = 6;           ///< blocks of several calls that warm up
constexpr int mostLengthenings = 2;      ///< of one timing
constexpr double longCallSeconds = 0.02; ///< calls this long have a block of their own
/// A call this long hides the extra cost of a first call.
constexpr double warmingCallSeconds = 0.5;
/// Speedups below this need no exact value.
constexpr double farBelow = 0.1;
constexpr double timesTheInterval = 5;

/// One side of a paired timing.
class Side
{
public:
    Side(const TimedBlock &block, TimingEnd failure, int maxCalls, double calledSeconds)
        : m_block(block)
        , m_failure(failure)
        , m_maxCalls(maxCalls)
        , m_isTold(calledSeconds >= warmingCallSeconds)
        , m_callSeconds(calledSeconds)
    {
    }

    TimingEnd failure() const { return m_failure; }
    int calls() const { return m_calls; }
    double seconds() const { return m_seconds; }
    std::vector<double> &samplesMs() { return m_samplesMs; }

    /// Returns the seconds of one call without other processes; known after warmUp().
    double callSeconds() const { return m_callSeconds; }

    /// Makes two blocks: the first touches caches and pages, the second measures a call. For long
    /// calls one block suffices, or none if a call was made earlier. Blocks of several short calls
    /// follow until they are as long as they should be: the first call of a block takes longer than
    /// the others.
    bool warmUp(double blockSeconds)
    {
        if (m_isTold)
            return true;
        auto time = m_block(1);
        if (time && time->ownSeconds < longCallSeconds)
            time = m_block(1);
        if (!time)
            return false;
        m_callSeconds = std::max(time->ownSeconds, 1e-9);
        m_calls = 1;
        for (int i = 0; i < mostSizings && isShort(time->ownSeconds, blockSeconds / 2); ++i) {
            const int before = m_calls;
            sizeBlocks(blockSeconds);
            m_calls = std::min(std::max(m_calls, 2 * before), m_maxCalls);
            time = m_block(m_calls);
            if (!time)
                return false;
            m_callSeconds = std::clamp(time->ownSeconds / m_calls, 1e-9, m_callSeconds);
        }
        return true;
    }
    /// Makes blocks longer that are far shorter than they should be, because something else made
    /// those of the warm-up long. Returns whether it did.
    bool lengthen(double blockSeconds)
    {
        if (!isShort(m_minSeconds * m_calls, blockSeconds / 4))
            return false;
        m_callSeconds = m_minSeconds;
        return true;
    }
    bool isShort(double seconds, double wanted) const
    {
        return m_calls < m_maxCalls && seconds < wanted;
    }
    void sizeBlocks(double blockSeconds)
    {
        m_calls = static_cast<int>(std::clamp(std::ceil(blockSeconds / m_callSeconds), 1.0,
                                              static_cast<double>(m_maxCalls)));
    }
    /// Drops the earlier duration if the calls turn out to be short: something else made that call
    /// long. Returns whether it did.
    bool forgetsWhatWasTold()
    {
        if (!m_isTold || m_minSeconds >= longCallSeconds)
            return false;
        m_isTold = false;
        return true;
    }
    void beginAnew()
    {
        m_seconds = 0;
        m_samplesMs.clear();
    }
    bool measure()
    {
        const auto time = m_block(m_calls);
        if (!time)
            return false;
        m_seconds += time->wallSeconds;
        m_minSeconds = std::min(m_minSeconds, time->ownSeconds / m_calls);
        // A clock that shows 0 still took its own resolution.
        m_samplesMs.push_back(std::max(time->measuredSeconds, 1e-9) * 1e3 / m_calls);
        return true;
    }

private:
    const TimedBlock &m_block;
    TimingEnd m_failure;
    int m_maxCalls;
    int m_calls = 1;
    bool m_isTold;
    double m_callSeconds;
    double m_minSeconds = std::numeric_limits<double>::infinity(); ///< shortest measured call
    double m_seconds = 0;
    std::vector<double> m_samplesMs;
};

/// Returns whether the whole interval lies far below 1. It may be wider then, because the last per
/// cent does not matter.
bool isFarBelow(Side &baseline, Side &candidate, double halfWidth, const TimingPolicy &policy)
{
    const auto &reference = baseline.samplesMs();
    const auto &own = candidate.samplesMs();
    double logarithm = 0;
    for (std::size_t i = 0; i < own.size(); ++i)
        logarithm += std::log(reference[i] / own[i]) / static_cast<double>(own.size());
    return halfWidth <= timesTheInterval * policy.relativeInterval
        && logarithm + halfWidth < std::log(farBelow);
}

bool enough(Side &baseline, Side &candidate, const TimingPolicy &policy)
{
    const double halfWidth = relativeHalfWidth(baseline.samplesMs(), candidate.samplesMs());
    const bool isSlow = std::max(baseline.seconds(), candidate.seconds()) >= policy.slowSeconds;
    if (isSlow && isFarBelow(baseline, candidate, halfWidth, policy))
        return true;
    const double measured = std::min(baseline.seconds(), candidate.seconds());
    const auto blocks = static_cast<int>(baseline.samplesMs().size());
    const int least = isSlow ? std::min(fewestBlocks, policy.minimumBlocks) : policy.minimumBlocks;
    return measured >= policy.minimumSeconds && blocks >= least
        && halfWidth <= policy.relativeInterval;
}

/// One timing of both sides.
class Pairs
{
public:
    Pairs(Side &baseline, Side &candidate, bool isCandidateFirst, const TimingPolicy &policy,
          const std::stop_token &stop)
        : m_baseline(baseline)
        , m_candidate(candidate)
        , m_first(isCandidateFirst ? candidate : baseline)
        , m_second(isCandidateFirst ? baseline : candidate)
        , m_policy(policy)
        , m_stop(stop)
    {
    }

    TimingEnd run(const std::function<void()> &warmedUp)
    {
        if (const auto ended = begin(warmedUp))
            return *ended;
        for (;;) {
            if (const auto ended = measureTwoPairs())
                return *ended;
            if (wereToldWrong()) {
                if (const auto ended = begin(warmedUp))
                    return *ended;
                continue;
            }
            if (areLengthened()) {
                beginAnew(warmedUp);
                continue;
            }
            if (enough(m_baseline, m_candidate, m_policy))
                return TimingEnd::Precise;
            if (std::max(m_baseline.seconds(), m_candidate.seconds()) >= m_policy.maximumSeconds)
                return TimingEnd::OutOfTime;
        }
    }

private:
    std::optional<TimingEnd> begin(const std::function<void()> &warmedUp)
    {
        for (Side *side : {&m_baseline, &m_candidate}) {
            if (!side->warmUp(m_policy.blockSeconds))
                return failureOf(*side);
        }
        beginAnew(warmedUp);
        return std::nullopt;
    }
    void beginAnew(const std::function<void()> &warmedUp)
    {
        if (warmedUp)
            warmedUp();
        // Next to a slow side, longer blocks of the other cost little and need fewer pairs.
        const double slower = std::max(m_baseline.callSeconds(), m_candidate.callSeconds());
        for (Side *side : {&m_baseline, &m_candidate}) {
            side->beginAnew();
            side->sizeBlocks(std::max(m_policy.blockSeconds, slower * shareOfSlower));
        }
    }
    std::optional<TimingEnd> measureTwoPairs()
    {
        for (Side *side : {&m_first, &m_second, &m_second, &m_first}) {
            if (m_stop.stop_requested())
                return TimingEnd::Cancelled;
            if (!side->measure())
                return failureOf(*side);
        }
        return std::nullopt;
    }
    bool areLengthened()
    {
        if (m_lengthenings == mostLengthenings)
            return false;
        const bool isBaseline = m_baseline.lengthen(m_policy.blockSeconds);
        const bool isEither = m_candidate.lengthen(m_policy.blockSeconds) || isBaseline;
        m_lengthenings += isEither ? 1 : 0;
        return isEither;
    }
    bool wereToldWrong()
    {
        const bool isBaseline = m_baseline.forgetsWhatWasTold();
        return m_candidate.forgetsWhatWasTold() || isBaseline;
    }
    TimingEnd failureOf(const Side &side) const
    {
        return m_stop.stop_requested() ? TimingEnd::Cancelled : side.failure();
    }

    Side &m_baseline;
    Side &m_candidate;
    Side &m_first;
    Side &m_second;
    const TimingPolicy &m_policy;
    const std::stop_token &m_stop;
    int m_lengthenings = 0;
};

} // namespace

PairedTiming timeInPairs(const TimedBlock &baseline, const TimedBlock &candidate,
                         const TimingPolicy &policy, const std::stop_token &stop,
                         const std::function<void()> &warmedUp, const PairedStart &start)
{
    Side baselineSide(baseline, TimingEnd::BaselineFailed, start.maxCalls, start.baselineSeconds);
    Side candidateSide(candidate, TimingEnd::CandidateFailed, start.maxCalls,
                       start.candidateSeconds);
    PairedTiming timing;
    timing.end
        = Pairs(baselineSide, candidateSide, start.isCandidateFirst, policy, stop).run(warmedUp);
    timing.baselineMs = std::move(baselineSide.samplesMs());
    timing.candidateMs = std::move(candidateSide.samplesMs());
    timing.baselineCalls = baselineSide.calls();
    timing.candidateCalls = candidateSide.calls();
    return timing;
}

} // namespace loupe
