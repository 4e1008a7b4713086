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

/// One side of a timing by JudgedBlocks. It runs only during `calls`.
struct JudgedSide {
    /// Overwrites all results with poison.
    std::function<void()> poison;
    /// Makes a block of calls, each on its own slot, in one request.
    std::function<CallOutcome(CallRange)> calls;
};

/// Blocks of calls for timeInPairs() in which a candidate cannot tell the checked call. Before each
/// pair of blocks all slots get unseen inputs. Each side's block starts at a random slot, and the
/// results of one slot that both cover are compared. Not thread-safe.
class JudgedBlocks
{
public:
    /// Fills all slots with other inputs.
    using Lay = std::function<Status()>;
    /// Compares both results of a slot. Returns the verdict on the candidate and its message.
    using Judge = std::function<Result<std::pair<Verdict, std::string>>(std::size_t slot)>;

    struct Settings {
        std::size_t slotCount = 1; ///< maximum calls per block
        LineCost cost;
        std::uint64_t seed = 0; ///< secret
    };
    JudgedBlocks(JudgedSide baseline, JudgedSide candidate, Lay lay, Judge judge,
                 Settings settings);

    TimedBlock baseline();
    TimedBlock candidate();
    /// Ends the warm-up; earlier blocks were neither recorded nor checked.
    void begin();
    /// Drops the times of all blocks so far; checked results still count.
    void forgetTimes();

    /// Returns the failure of the machinery, if any; last() holds a call's.
    const std::optional<Error> &error() const { return m_error; }
    const CallOutcome &last() const { return m_last; }
    /// Returns the wrong result, if one was found.
    const std::optional<CallOutcome> &wrong() const { return m_wrong; }

    int judgedCalls() const { return m_judged; }
    std::int64_t timedCalls() const { return m_candidate.calls; }
    /// Times of the blocks since begin() or forgetTimes().
    const std::vector<ClockedBlock> &baselineTimes() const { return m_baseline.times; }
    const std::vector<ClockedBlock> &candidateTimes() const { return m_candidate.times; }
    /// Processor seconds of the side's timed calls; 0 if unknown.
    double baselineCpuSeconds() const { return m_baseline.cpuSeconds; }
    double candidateCpuSeconds() const { return m_candidate.cpuSeconds; }

private:
    struct Side {
        JudgedSide does;
        std::size_t blocks = 0; ///< since the warm-up
        std::size_t judged = 0; ///< index of the checked call in the last block
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
    std::size_t m_judgedSlot = 0; ///< of the current pair
    bool m_isWarm = false;
    std::optional<Error> m_error;
    CallOutcome m_last;
    std::optional<CallOutcome> m_wrong;
    int m_judged = 0;
};

} // namespace loupe
