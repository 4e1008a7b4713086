// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/timing/timingpolicy.h"

#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

namespace loupe {

/// How long a block took. Where one clock says both, they are the same.
struct BlockTime {
    BlockTime(double seconds) : BlockTime(seconds, seconds) { }
    BlockTime(double measured, double wall) : BlockTime(measured, wall, wall) { }
    BlockTime(double measured, double wall, double own)
        : measuredSeconds(measured)
        , wallSeconds(wall)
        , ownSeconds(own)
    {
    }

    double measuredSeconds; ///< of all its calls, by the clock that counts
    double wallSeconds;     ///< what waiting for it cost: ends the timing
    double ownSeconds;      ///< of that, what nobody else on the machine took: sizes blocks
};

/// Runs `calls` calls of one side and says how long they took; nullopt when the side failed (the
/// caller knows why).
using TimedBlock = std::function<std::optional<BlockTime>(int calls)>;

enum class TimingEnd { Precise, OutOfTime, BaselineFailed, CandidateFailed, Cancelled };

/// Raw blocks in pairs: baselineMs[i] and candidateMs[i] were taken next to each other.
struct PairedTiming {
    std::vector<double> baselineMs;
    std::vector<double> candidateMs;
    int baselineCalls = 0; ///< calls per block
    int candidateCalls = 0;
    TimingEnd end = TimingEnd::OutOfTime;
};

/// How both sides stand when their timing begins.
struct PairedStart {
    int fewestCandidateCalls = 1; ///< in each of its blocks
    /// Of the last call that each side's process has made before, on the same inputs; 0: none. One
    /// of half a second or more has warmed up its side.
    double baselineSeconds = 0;
    double candidateSeconds = 0;
    bool isCandidateFirst = false; ///< of the first pair of blocks: then the order is BAAB
};

/// Times both sides in ABBA order (or BAAB, as `start` says) until `policy` is satisfied. One or
/// two of the smallest blocks of each side warm up, size the blocks and are not kept; `warmedUp` is
/// called behind them, and once more where a call took much less than what was said of it, so that
/// all begins anew. A candidate whose speedup is below a tenth, by an interval five times as wide
/// as asked for, is timed no further: more pairs would say nothing else of it.
PairedTiming timeInPairs(const TimedBlock &baseline, const TimedBlock &candidate,
                         const TimingPolicy &policy, const std::stop_token &stop,
                         const std::function<void()> &warmedUp = {}, const PairedStart &start = {});

} // namespace loupe
