// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/clocks/linecost.h"
#include "core/platforms/host/nativehost.h"

#include <chrono>
#include <optional>
#include <stop_token>
#include <vector>

namespace loupe {

/// Measurement of memory alone: the reference process passes over all that calls read and write,
/// without a call. The subject must outlive it. Not thread-safe.
class MemoryPasses
{
public:
    MemoryPasses(NativeSubject &trusted, const LineCost &cost,
                 std::chrono::duration<double> deadline, std::stop_token stop);

    /// Passes over `count` slots from `first`, which hold unread data, then repeatedly over the
    /// first slot. Returns false on failure; last() holds the reason.
    bool measure(std::size_t first, std::size_t count);

    const CallOutcome &last() const { return m_last; }
    bool hasFailed() const { return m_last.verdict != Verdict::Correct; }
    std::size_t count() const { return m_repeatedMs.size(); }
    /// Returns the shortest pass since forget(), milliseconds per call. Requires at least one.
    double freshMs() const;
    double repeatedMs() const;
    void forget();

private:
    std::optional<double> passMs(CallRange range);

    NativeSubject &m_subject;
    LineCost m_cost;
    std::chrono::duration<double> m_deadline;
    std::stop_token m_stop;
    CallOutcome m_last;
    std::vector<double> m_freshMs;
    std::vector<double> m_repeatedMs;
};

} // namespace loupe
