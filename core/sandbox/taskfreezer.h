// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.h"
#include "core/base/result.h"
#include "core/sandbox/processlisting.h"

#include <chrono>
#include <cstdint>
#include <optional>

namespace loupe {

/// What all tasks of a sandbox have used of the processors, as the kernel counts it.
struct TaskUsage {
    int tasks = 0;
    std::uint64_t nanoseconds = 0; ///< on a processor
    /// Made of each task's number and of how often it was put on a processor: another one where
    /// any task ran, came or went.
    std::uint64_t mark = 0;
    bool isCounted = false; ///< false: this kernel does not count

    friend bool operator==(const TaskUsage &, const TaskUsage &) = default;
};

/// Stops and continues the processes of a PID namespace from outside, whatever they do: SIGSTOP can
/// be neither caught nor ignored, and the stop is seen in /proc before it counts. Whether
/// something continued one of them, ranFor() tells. Not thread-safe.
class TaskFreezer
{
public:
    /// `processes`: the namespace's own /proc (ChildProcess::processes()).
    TaskFreezer(Fd processes, FirstProcess first);

    /// Returns when every task has been seen stopped. Timeout where they have run for `patience`
    /// and longer than any stop takes: something continues them. Busy where for sixty times as long
    /// nothing gave them a processor on which they could stop.
    Status freeze(std::chrono::milliseconds patience = std::chrono::seconds(1));
    /// Continues all of them; does not wait until they run.
    void thaw();
    bool isFrozen() const { return m_isFrozen; }

    /// As of the last freeze().
    const TaskUsage &usage() const { return m_usage; }
    /// Nanoseconds on a processor since freeze() returned; nullopt: no task ran. One that is
    /// preempted on its way into the stop is seen to run once more, which a busy machine does now
    /// and then.
    std::optional<std::uint64_t> ranFor();

private:
    struct Seen;
    void forEach(const ProcessListing::Each &each);
    /// Of every task what it used, and whether it is held; who is not is told to stop.
    Seen stopAndLook();
    TaskUsage usageNow();
    void signalAll(int signal);

    ProcessListing m_listing;
    FirstProcess m_first;
    TaskUsage m_usage;
    bool m_isFrozen = false;
};

} // namespace loupe
