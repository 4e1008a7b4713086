// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/clocks/linecost.h"
#include "core/platforms/host/nativehost.h"

#include <chrono>
#include <optional>
#include <stop_token>
#include <vector>

namespace loupe {

/// What memory costs by itself: passes of the reference's process over all that calls read and
/// write, without a call. The subject must outlive it; not thread-safe.
class MemoryPasses
{
public:
    MemoryPasses(NativeSubject &trusted, const LineCost &cost,
                 std::chrono::duration<double> deadline, std::stop_token stop);

    /// Over so many slots from `first` on, which hold what nobody has read yet, and then again and
    /// again over one. False where that failed, as last() says.
    bool measure(std::size_t first, std::size_t count);

    const CallOutcome &last() const { return m_last; }
    bool hasFailed() const { return m_last.verdict != Verdict::Correct; }
    std::size_t count() const { return m_repeatedMs.size(); }
    /// The shortest since forget(), for each call. Milliseconds; not without one.
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
