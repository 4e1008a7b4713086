// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <sys/types.h>

namespace loupe {

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

} // namespace loupe
