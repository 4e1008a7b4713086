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

/// Treatment of a PID namespace's first process when all others are stopped.
enum class FirstProcess {
    IsStopped, ///< stopped like the others
    /// Keeps running: it belongs to the sandbox, only waits for the others, and cannot be
    /// influenced by them. The kernel wakes it at each of their stops, so that stopping it would
    /// take longer than stopping them.
    StaysOut,
};

/// Number of the first process in the namespace's /proc.
inline constexpr const char *numberOfFirst = "1";

/// Opens the /proc of the PID namespace whose first process has this number here. Unsupported for
/// 0.
Result<Fd> processesBelow(pid_t first);

/// Folder of /proc whose numbered entries are processes or tasks, for repeated listing. Not
/// thread-safe.
class ProcessListing
{
public:
    /// Callback with this folder and the number of a current entry.
    using Each = std::function<void(int folder, const char *number)>;

    /// Lists the processes of a PID namespace by its own /proc; lists none if empty.
    explicit ProcessListing(const Fd &folder) : ProcessListing(folder.get(), ".") { }
    /// Lists the tasks of one process.
    static ProcessListing tasks(int folder, const char *process);

    void forEach(const Each &each);

private:
    struct CloseFolder {
        void operator()(DIR *folder) const { closedir(folder); }
    };

    ProcessListing(int folder, const char *name);

    std::unique_ptr<DIR, CloseFolder> m_entries;
    /// Position of the first process: about sixty other files precede it.
    std::optional<long> m_first;
};

/// Kernel counters of a task.
struct TaskCounts {
    std::uint64_t nanoseconds = 0; ///< time on a processor
    std::uint64_t times = 0;       ///< number of times it was scheduled
};

/// Returns the counters of a task of this listing; nullopt if it is gone.
std::optional<TaskCounts> countsOf(int folder, const char *task);
/// Reads a file of a process or task into `room`, truncated to its size; the result points into it.
/// Empty if it is gone.
std::string_view contentOf(int folder, const char *number, const char *file, std::span<char> room);
/// Returns the part of a task's `stat` after its name, which may contain any characters.
std::string_view behindName(std::string_view stat);

/// Sends a signal to a process of this /proc; does nothing if it is gone.
void signalProcess(int folder, const char *process, int signal);
/// Sends a signal to every process of a PID namespace except the first, by its own /proc.
void signalOthers(const Fd &processes, int signal);

} // namespace loupe
