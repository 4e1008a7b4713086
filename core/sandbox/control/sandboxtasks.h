// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <functional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace loupe {

/// Calls `change(task, place)` for every task of a process and its descendants until it fails;
/// `place` is the task's folder in /proc, for messages. Unsupported for 0 (no process: outside a
/// sandbox). Call it while they are stopped; otherwise tasks that are being created may be missed.
Status forEachTask(pid_t first,
                   const std::function<Status(pid_t task, const std::string &place)> &change);

/// Gives every task of a process and its descendants real-time priority; processes started later
/// inherit it. Fails like forEachTask(), or with an Environment error and the remedy if the kernel
/// does not permit it.
Status putAhead(pid_t first);

/// Scoped real-time priority of the calling thread, above all tasks of putAhead(). Threads it
/// starts do not inherit it. Destroy it on the same thread.
class ThreadAhead
{
public:
    ThreadAhead();
    ~ThreadAhead();
    ThreadAhead(const ThreadAhead &) = delete;
    ThreadAhead &operator=(const ThreadAhead &) = delete;

    /// Environment error with the reason if the priority was not granted.
    const Status &status() const { return m_status; }

private:
    Status m_status;
    int m_policy = 0;   ///< before
    int m_priority = 0; ///< before
};

/// Lets every task of a process and its descendants run on these processors alone; processes
/// started later inherit it. Fails like forEachTask(), or if the system allows none of them.
Status runOn(pid_t first, const std::vector<int> &processors);

/// Does the same for the calling thread.
Status runThreadOn(const std::vector<int> &processors);

} // namespace loupe
