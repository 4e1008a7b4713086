// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/clocks/clockedblock.h"
#include "core/engine/clocks/linecost.h"
#include "core/platforms/host/nativehost.h"

#include <chrono>
#include <stop_token>
#include <vector>

namespace loupe {

/// One side of a native timing, of whose blocks every call goes over the same inputs at the same
/// place, and what they took. The subject must outlive it; not thread-safe.
class RepeatedBlocks
{
public:
    RepeatedBlocks(NativeSubject &subject, const LineCost &cost,
                   std::chrono::duration<double> deadline, std::stop_token stop);

    /// One more; null where it failed, as last() says.
    std::optional<BlockTime> take(int calls);
    TimedBlock block();

    const CallOutcome &last() const { return m_last; }
    bool hasFailed() const { return m_last.verdict != Verdict::Correct; }
    /// Of each block since forget().
    const std::vector<ClockedBlock> &times() const { return m_times; }
    /// The same without what others took, but with what asking costs: of a block of one call that
    /// may be the most.
    const std::vector<double> &askedMs() const { return m_askedMs; }
    void forget();
    /// On all processors, of every block there ever was; 0: not known.
    double cpuSeconds() const { return m_cpuSeconds; }

private:
    NativeSubject &m_subject;
    LineCost m_cost;
    std::chrono::duration<double> m_deadline;
    std::stop_token m_stop;
    CallOutcome m_last;
    std::vector<ClockedBlock> m_times;
    std::vector<double> m_askedMs;
    double m_cpuSeconds = 0;
};

} // namespace loupe
