// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sandbox/control/taskfreezer.h"

#include <cstdint>
#include <optional>
#include <string>

namespace loupe {

/// Returns true if tasks ran on purpose while they were stopped. Late stops are distinguished by
/// processor time alone: a busy machine makes them more frequent, but not longer. Pure.
bool ranOnPurpose(int times, std::uint64_t ranNanoseconds, std::uint64_t allNanoseconds);

/// Processes of a candidate that run only while the engine waits for them, with a check that they
/// do. Not thread-safe.
class HeldTasks
{
public:
    /// The parameters are those of TaskFreezer.
    HeldTasks(Fd processes, FirstProcess first) : m_freezer(std::move(processes), first) { }

    Status hold() { return m_freezer.freeze(); }
    void release() { m_freezer.thaw(); }
    bool areHeld() const { return m_freezer.isFrozen(); }

    /// Returns a sentence if they ran while stopped, for longer than late stops explain. Call it
    /// before each release().
    std::optional<std::string> ranMeanwhile();
    /// Returns their seconds on processors as of the last hold(), without ended threads.
    double cpuSeconds() const { return static_cast<double>(m_freezer.usage().nanoseconds) * 1e-9; }

private:
    TaskFreezer m_freezer;
    int m_holds = 0; ///< stops checked so far
    int m_ran = 0;   ///< stops during which something ran
    std::uint64_t m_ranNanoseconds = 0;
};

} // namespace loupe
