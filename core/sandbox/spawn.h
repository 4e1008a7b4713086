// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/sandbox/channel.h"

#include <string>
#include <utility>
#include <vector>

#include <sys/resource.h>
#include <sys/types.h>

namespace loupe {

/// A program to execute, ready to be handed to the system.
struct SpawnRequest {
    std::vector<std::string> argv;              ///< argv[0] is an absolute path
    std::vector<std::string> environment;       ///< "NAME=value"
    std::vector<int> keptFds;                   ///< stay open under the same numbers
    std::vector<Fd> ownedFds;                   ///< of keptFds, those that nobody else closes
    std::vector<std::pair<int, rlimit>> limits; ///< RLIMIT_… and its values
    std::string workingFolder;                  ///< empty: ours
    int outputFd = -1;                          ///< becomes stdout and stderr
    int standardInput = -1;                     ///< becomes stdin; -1: that is empty
    int standardOutput = -1;                    ///< becomes stdout in the place of outputFd
    std::vector<int> groups; ///< of control groups to enter (ControlGroup::entrances)
};

struct Spawned {
    pid_t pid = -1;
    Fd pidFd; ///< readable once the process has ended
};

/// Starts the program in a session of its own, all signals at their defaults. The child dies with
/// the calling *thread*, which must therefore live as long as the child. Io when the system
/// refuses.
Result<Spawned> spawn(const SpawnRequest &request);

/// A pid file descriptor of a process; empty when it is gone.
Fd openPidFd(pid_t pid);
void signalPidFd(const Fd &pidFd, int signal);

} // namespace loupe
