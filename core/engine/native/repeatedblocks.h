// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/clocks/clockedblock.h"
#include "core/engine/clocks/linecost.h"
#include "core/platforms/host/nativehost.h"

#include <chrono>
#include <stop_token>
#include <vector>

namespace loupe {

/// One side of a native timing whose calls all use the same inputs at the same addresses. The
/// subject must outlive it. Not thread-safe.
class RepeatedBlocks
{
public:
    RepeatedBlocks(NativeSubject &subject, const LineCost &cost,
                   std::chrono::duration<double> deadline, std::stop_token stop);

    /// Times one more block; null on failure, with the reason in last().
    std::optional<BlockTime> take(int calls);
    TimedBlock block();

    const CallOutcome &last() const { return m_last; }
    bool hasFailed() const { return m_last.verdict != Verdict::Correct; }
    /// Returns the times of the blocks since forget().
    const std::vector<ClockedBlock> &times() const { return m_times; }
    /// Returns the milliseconds per call without the time of other processes, including the cost of
    /// the request. It may dominate a block of one call.
    const std::vector<double> &askedMs() const { return m_askedMs; }
    void forget();
    /// Returns the processor seconds of all blocks ever made; 0 if unknown.
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
