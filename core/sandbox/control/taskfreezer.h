// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.h"
#include "core/base/result.h"
#include "core/sandbox/system/processlisting.h"

#include <chrono>
#include <cstdint>
#include <optional>

namespace loupe {

/// Processor use of all tasks of a sandbox, as counted by the kernel.
struct TaskUsage {
    int tasks = 0;
    std::uint64_t nanoseconds = 0; ///< time on processors
    /// Hash of each task's number and of how often it was scheduled. It changes if any task ran,
    /// was created or ended.
    std::uint64_t mark = 0;
    bool isCounted = false; ///< false if this kernel does not count

    friend bool operator==(const TaskUsage &, const TaskUsage &) = default;
};

/// Stops and continues the processes of a PID namespace from outside. SIGSTOP can be neither caught
/// nor ignored, and each stop is verified in /proc. ranFor() detects whether a process was
/// continued in between. Not thread-safe.
class TaskFreezer
{
public:
    /// Constructs it from the namespace's own /proc (ChildProcess::processes()).
    TaskFreezer(Fd processes, FirstProcess first);

    /// Stops all tasks; returns when every one is verified as stopped. Timeout if they run on after
    /// `patience` and longer than any stop takes, i.e. something continues them. Busy if they get
    /// no processor to stop on for sixty times `patience`.
    Status freeze(std::chrono::milliseconds patience = std::chrono::seconds(1));
    /// Continues all of them; does not wait until they run.
    void thaw();
    bool isFrozen() const { return m_isFrozen; }

    /// Returns the use as of the last freeze().
    const TaskUsage &usage() const { return m_usage; }
    /// Returns the nanoseconds on a processor since freeze(); nullopt if no task ran. A task
    /// preempted on its way into the stop is counted as run again, which happens occasionally on a
    /// busy machine.
    std::optional<std::uint64_t> ranFor();

private:
    struct Seen;
    void forEach(const ProcessListing::Each &each);
    /// Reads use and state of every task, and signals those that still run to stop.
    Seen stopAndLook();
    TaskUsage usageNow();
    void signalAll(int signal);

    ProcessListing m_listing;
    FirstProcess m_first;
    TaskUsage m_usage;
    bool m_isFrozen = false;
};

} // namespace loupe
