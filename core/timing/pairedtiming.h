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

/// Times both sides in ABBA order until `policy` is satisfied. One or two of the smallest blocks of
/// each side warm up, size the blocks and are not kept; `warmedUp` is called behind them. No block
/// of the candidate has fewer calls than `fewestCandidateCalls`.
PairedTiming timeInPairs(const TimedBlock &baseline, const TimedBlock &candidate,
                         const TimingPolicy &policy, const std::stop_token &stop,
                         const std::function<void()> &warmedUp = {}, int fewestCandidateCalls = 1);

} // namespace loupe
