// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/timing/timingpolicy.h"

#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

namespace loupe {

/// Duration of a block. All values are equal if there is one clock only.
struct BlockTime {
    BlockTime(double seconds) : BlockTime(seconds, seconds) { }
    BlockTime(double measured, double wall) : BlockTime(measured, wall, wall) { }
    BlockTime(double measured, double wall, double own)
        : measuredSeconds(measured)
        , wallSeconds(wall)
        , ownSeconds(own)
    {
    }

    double measuredSeconds; ///< all its calls, by the clock in use
    double wallSeconds;     ///< engine's wait for the block; counts against the time limit
    double ownSeconds;      ///< wall time without other processes; sizes the blocks
};

/// Runs `calls` calls of one side and returns their time; nullopt on failure (the caller knows the
/// reason).
using TimedBlock = std::function<std::optional<BlockTime>(int calls)>;

enum class TimingEnd { Precise, OutOfTime, BaselineFailed, CandidateFailed, Cancelled };

/// Returns whether nothing failed.
constexpr bool hasTimes(TimingEnd end)
{
    return end == TimingEnd::Precise || end == TimingEnd::OutOfTime;
}

/// Raw blocks in pairs: baselineMs[i] and candidateMs[i] were measured next to each other.
struct PairedTiming {
    std::vector<double> baselineMs;
    std::vector<double> candidateMs;
    int baselineCalls = 0; ///< calls per block
    int candidateCalls = 0;
    TimingEnd end = TimingEnd::OutOfTime;
};

/// State of both sides when their timing begins.
struct PairedStart {
    int maxCalls = 1 << 16; ///< maximum per block
    /// Seconds of the last earlier call of each side on the same inputs; 0: none. A call of half a
    /// second or more counts as the warm-up.
    double baselineSeconds = 0;
    double candidateSeconds = 0;
    bool isCandidateFirst = false; ///< the order of blocks is BAAB instead of ABBA
};

/// Times both sides in ABBA order (or BAAB, see `start`) until `policy` is satisfied. A few
/// blocks of each side warm up, size the blocks and are dropped. Then `warmedUp` is
/// called; again if a call is much shorter than `start` claims, and all begins anew. A slow
/// candidate with a speedup below a tenth is measured less exactly: an interval five times as wide
/// suffices.
PairedTiming timeInPairs(const TimedBlock &baseline, const TimedBlock &candidate,
                         const TimingPolicy &policy, const std::stop_token &stop,
                         const std::function<void()> &warmedUp = {}, const PairedStart &start = {});

} // namespace loupe
