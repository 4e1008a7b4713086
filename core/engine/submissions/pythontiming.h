// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/clocks/clockedcalls.h"
#include "core/engine/clocks/judgedblocks.h"
#include "core/engine/clocks/pairedclocks.h"
#include "core/engine/python/pythonphase.h"
#include "core/engine/submissions/timedfeed.h"

#include <stop_token>
#include <string>
#include <vector>

namespace loupe {

/// Timing of a candidate's process and the reference's by the same clock, which must be settled.
/// Keeps the results of some calls. The arguments must outlive it. Not thread-safe.
class PythonTiming
{
public:
    struct Sides {
        PythonChild &baseline;
        PythonChild &candidate;
        PairedClocks &clocks;
        TimedFeed *feed; ///< null: all calls have the same inputs
    };
    /// `lay`: renews the feed. `timed` is a trial with results of the same size.
    PythonTiming(const PythonContext &context, const PythonPhase &phase, const PythonTrial &timed,
                 Sides sides, JudgedBlocks::Lay lay, std::stop_token stop);
    PythonTiming(const PythonTiming &) = delete;
    PythonTiming &operator=(const PythonTiming &) = delete;

    PairedTiming measure(const TimingPolicy &policy);
    void takeSecondOpinions();
    const JudgedBlocks &blocks() const { return m_blocks; }

    /// A call of both sides. Its results were copied.
    struct Held {
        std::size_t slot = 0; ///< of its inputs
        ElementGlimpse ofBaseline;
        ElementGlimpse ofCandidate;
    };
    /// Returns the held calls by place; JudgedBlocks::kept() has their names.
    const std::vector<Held> &held() const { return m_held; }
    /// Hands over the result at a place. Can be done once for each side.
    PythonChild::Answer take(PythonChild &side, std::size_t place) const;

private:
    ClockedCalls::Place placeFor(PythonChild &side) const;
    /// Makes both sides copy their last results.
    JudgedBlocks::Judged hold(std::size_t slot, std::size_t place);

    const PythonContext &m_context;
    bool m_handsOverArguments;
    Sides m_sides;
    std::stop_token m_stop;
    ClockedCalls m_baseline;
    ClockedCalls m_candidate;
    JudgedBlocks m_blocks;
    std::vector<Held> m_held;
};

} // namespace loupe
