// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/sandbox/channel/channel.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <sys/resource.h>
#include <sys/types.h>

namespace loupe {

/// Program to execute, with everything the system needs.
struct SpawnRequest {
    std::vector<std::string> argv;              ///< argv[0] is an absolute path
    std::vector<std::string> environment;       ///< "NAME=value"
    std::vector<int> keptFds;                   ///< stay open under the same numbers
    std::vector<Fd> ownedFds;                   ///< those of keptFds that this request closes
    std::vector<std::pair<int, rlimit>> limits; ///< RLIMIT_… and its values
    std::string workingFolder;                  ///< empty: ours
    int outputFd = -1;                          ///< becomes stdout and stderr
    int standardInput = -1;                     ///< becomes stdin; -1: empty input
    int standardOutput = -1;                    ///< becomes stdout instead of outputFd
    std::vector<int> groups; ///< control groups to enter (ControlGroup::entrances)
};

struct Spawned {
    pid_t pid = -1;
    Fd pidFd; ///< readable once the process has ended
};

/// Starts the program in its own session, with default signal handling. The child dies with the
/// calling *thread*, which must therefore live as long as the child. Io if the system refuses.
Result<Spawned> spawn(const SpawnRequest &request);

/// Returns a null-terminated list of pointers, as exec takes it; `texts` must outlive it.
std::vector<char *> pointers(const std::vector<std::string> &texts);

/// Returns a pid file descriptor; empty if the process is gone.
Fd openPidFd(pid_t pid);
void signalPidFd(const Fd &pidFd, int signal);
/// Waits for the end of a child and frees its number. Returns its wait status; null if it is no
/// child of ours. A signal does not end the wait.
std::optional<int> reap(pid_t pid);

} // namespace loupe
