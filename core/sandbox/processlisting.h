// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.h"
#include "core/base/result.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include <dirent.h>
#include <sys/types.h>

namespace loupe {

/// What becomes of a PID namespace's first process where all others are stopped.
enum class FirstProcess {
    IsStopped, ///< like them
    /// It is the sandbox's own, waits for their ends, and none of them can make it do anything
    /// else. The kernel wakes it at every stop of theirs: to stop it, too, takes longer than they
    /// do.
    StaysOut,
};

/// Its name in the namespace's /proc.
inline constexpr const char *numberOfFirst = "1";

/// The /proc of the PID namespace whose first process has this number here. Unsupported without
/// one: 0.
Result<Fd> processesBelow(pid_t first);

/// A folder of /proc whose numbered entries are processes or tasks, listed again and again. Not
/// thread-safe.
class ProcessListing
{
public:
    /// Is called with this folder and the number of one that is there now.
    using Each = std::function<void(int folder, const char *number)>;

    /// Of a PID namespace, by its own /proc; or empty.
    explicit ProcessListing(const Fd &folder) : ProcessListing(folder.get(), ".") { }
    /// Of the tasks of one of its processes.
    static ProcessListing tasks(int folder, const char *process);

    void forEach(const Each &each);

private:
    struct CloseFolder {
        void operator()(DIR *folder) const { closedir(folder); }
    };

    ProcessListing(int folder, const char *name);

    std::unique_ptr<DIR, CloseFolder> m_entries;
    /// Where the first process stands: before it lie some sixty files that are none.
    std::optional<long> m_first;
};

/// What the kernel counts of a task.
struct TaskCounts {
    std::uint64_t nanoseconds = 0; ///< on a processor
    std::uint64_t times = 0;       ///< it was put on one
};

/// Of a task of this listing; null where it is gone.
std::optional<TaskCounts> countsOf(int folder, const char *task);
/// What a file of a process or task says, as much as `room` holds, which keeps it; empty where it
/// is gone.
std::string_view contentOf(int folder, const char *number, const char *file, std::span<char> room);
/// Of what `stat` says of a process or task: what stands behind its name, which may hold anything.
std::string_view behindName(std::string_view stat);

/// Sends a signal to a process of this /proc. Who is gone has no need of it.
void signalProcess(int folder, const char *process, int signal);
/// Sends one to every process of a PID namespace but the first, by the namespace's own /proc.
void signalOthers(const Fd &processes, int signal);

} // namespace loupe
