// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sandbox/taskfreezer.h"

#include <cstdint>
#include <optional>
#include <string>

namespace loupe {

/// Whether tasks ran on purpose while they were held: late stops are told from it by the
/// processors' time alone, because a busy machine makes more of them and none longer. Pure.
bool ranOnPurpose(int times, std::uint64_t ranNanoseconds, std::uint64_t allNanoseconds);

/// A candidate's processes, which run only while the engine waits for them, and whether they kept
/// to it. Not thread-safe.
class HeldTasks
{
public:
    /// Both are TaskFreezer's.
    HeldTasks(Fd processes, FirstProcess first) : m_freezer(std::move(processes), first) { }

    Status hold() { return m_freezer.freeze(); }
    void release() { m_freezer.thaw(); }
    bool areHeld() const { return m_freezer.isFrozen(); }

    /// To be asked before each release(): the sentence that says so when they have run although
    /// they were held, for longer than stops that come late explain.
    std::optional<std::string> ranMeanwhile();
    /// Seconds that they have had on processors as of the last hold(); of ended threads nothing.
    double cpuSeconds() const { return static_cast<double>(m_freezer.usage().nanoseconds) * 1e-9; }

private:
    TaskFreezer m_freezer;
    int m_holds = 0; ///< that were looked at when they ended
    int m_ran = 0;   ///< in which something ran
    std::uint64_t m_ranNanoseconds = 0;
};

} // namespace loupe
