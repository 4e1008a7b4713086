// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/engine/clocks/freshtimes.h"
#include "core/engine/clocks/linecost.h"
#include "core/model/verdict.h"
#include "core/platforms/host/calloutcome.h"
#include "core/platforms/host/callrange.h"
#include "core/timing/pairedtiming.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace loupe {

/// One side of a timing, as JudgedBlocks makes its calls. Nothing of it runs but in `calls`.
struct JudgedSide {
    /// Writes poison over all results.
    std::function<void()> poison;
    /// A block of calls, each on a slot of its own; woken once for all of them.
    std::function<CallOutcome(CallRange)> calls;
};

/// Blocks of calls for timeInPairs() of which nobody can tell the ones that count. Before each pair
/// of blocks all slots get inputs that never were before; both sides' blocks go over some of them,
/// beginning anywhere, and the results on one slot that both have are compared. Not thread-safe.
class JudgedBlocks
{
public:
    /// Writes other inputs into all slots.
    using Lay = std::function<Status()>;
    /// What both sides made of the inputs of a slot: the verdict on the candidate and what there is
    /// to say.
    using Judge = std::function<Result<std::pair<Verdict, std::string>>(std::size_t slot)>;

    struct Settings {
        std::size_t slotCount = 1; ///< no block has more calls
        LineCost cost;
        std::uint64_t seed = 0; ///< secret
    };
    JudgedBlocks(JudgedSide baseline, JudgedSide candidate, Lay lay, Judge judge,
                 Settings settings);

    TimedBlock baseline();
    TimedBlock candidate();
    /// The warm-up is over: nothing before was kept, nothing before was judged.
    void begin();
    /// The times of all blocks so far no longer count; what was judged does.
    void forgetTimes();

    /// Why a block could not be measured: what the machinery did wrong, or what came of the call.
    const std::optional<Error> &error() const { return m_error; }
    const CallOutcome &last() const { return m_last; }
    /// The wrong result that was found, if one was.
    const std::optional<CallOutcome> &wrong() const { return m_wrong; }

    int judgedCalls() const { return m_judged; }
    std::int64_t timedCalls() const { return m_candidate.calls; }
    /// Of each block since begin() or forgetTimes().
    const std::vector<ClockedBlock> &baselineTimes() const { return m_baseline.times; }
    const std::vector<ClockedBlock> &candidateTimes() const { return m_candidate.times; }
    /// On all processors in the timed calls of the side; 0: not known.
    double baselineCpuSeconds() const { return m_baseline.cpuSeconds; }
    double candidateCpuSeconds() const { return m_candidate.cpuSeconds; }

private:
    struct Side {
        JudgedSide does;
        std::size_t blocks = 0; ///< since the warm-up
        std::size_t judged = 0; ///< of the last block: which of its calls is judged
        std::int64_t calls = 0;
        double cpuSeconds = 0;
        std::vector<ClockedBlock> times;
    };
    std::optional<BlockTime> block(Side &side, const Side &other, int calls);
    bool layAll();
    bool judgePair();

    Side m_baseline;
    Side m_candidate;
    Lay m_lay;
    Judge m_judge;
    Settings m_settings;
    std::mt19937_64 m_random;
    std::size_t m_judgedSlot = 0; ///< of the pair
    bool m_isWarm = false;
    std::optional<Error> m_error;
    CallOutcome m_last;
    std::optional<CallOutcome> m_wrong;
    int m_judged = 0;
};

} // namespace loupe
