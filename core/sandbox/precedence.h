// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <sys/types.h>

namespace loupe {

/// Puts every task of a process and of all processes below it ahead of whatever on this machine has
/// no real-time priority; what they start later is ahead, too. Unsupported of 0, no process:
/// outside a sandbox. Environment where the kernel does not let this process do so, with what adds
/// it. Call it while they are stopped, else those that are just being started may be missed.
Status putAhead(pid_t first);

/// The calling thread is ahead of everything that putAhead() has put there, as long as this lives;
/// what it starts meanwhile is not. Destroy it on the same thread.
class ThreadAhead
{
public:
    ThreadAhead();
    ~ThreadAhead();
    ThreadAhead(const ThreadAhead &) = delete;
    ThreadAhead &operator=(const ThreadAhead &) = delete;

    /// Environment where it is not ahead, with the reason.
    const Status &status() const { return m_status; }

private:
    Status m_status;
    int m_policy = 0;   ///< before
    int m_priority = 0; ///< before
};

} // namespace loupe
