// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sandbox/system/sandboxmode.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// File copied into a sandbox; the copy does not reveal the original's path.
struct CopiedFile {
    std::filesystem::path from;
    std::filesystem::path inside;
};

/// Program to start and its permissions. In Bubblewrap mode the child sees the system folders
/// (/usr, /lib*, /bin, /sbin, parts of /etc) and `readOnly` read-only, and an empty /tmp. `scratch`
/// is its only writable folder and its working directory. It has its own /dev and /proc, its own
/// PID, mount, IPC and UTS namespaces, no controlling terminal, and no network unless `hasNetwork`.
/// Both modes apply rlimits, an own process group and bounded output; standard input is empty
/// unless set.
struct ChildSpec {
    std::vector<std::string> argv;
    std::map<std::string, std::string> environment; ///< complete; nothing is inherited
    std::vector<std::filesystem::path> readOnly;    ///< visible at their own paths
    std::vector<CopiedFile> copies;                 ///< Bubblewrap mode only
    std::vector<std::filesystem::path> devices;     ///< usable nodes of /dev (GPUs)
    std::optional<std::filesystem::path> scratch; ///< writable, at its own path, working directory
    std::vector<int> inheritedFds;                ///< stay open in the child under the same numbers
    int inputFd = -1;  ///< our descriptor for standard input; -1: empty input
    int outputFd = -1; ///< our descriptor for standard output, which is then not captured with
                       ///< stderr
    /// Gives access to the machine's network, with the files that name lookup needs.
    bool hasNetwork = false;
    SandboxMode mode = SandboxMode::Bubblewrap;
    std::int64_t memoryBytes = 0;     ///< address space of each process; 0 = unlimited (also below)
    std::int64_t treeMemoryBytes = 0; ///< all its processes together, files in memory included;
                                      ///< only in Bubblewrap mode with control groups
    double cpuSeconds = 0;            ///< per process, rounded up to whole seconds
    std::int64_t fileBytes = 0;       ///< per file
    int processes = 0; ///< processes and threads; Bubblewrap mode only, because elsewhere the
                       ///< system counts all processes of the user
    bool isFirstProcess = false; ///< PID 1 of its sandbox, without a process of bubblewrap;
                                 ///< Bubblewrap mode only
    std::size_t keptOutputBytes = 64 << 10; ///< bytes of stdout and stderr together; head and tail
                                            ///< are kept
    std::size_t maxOutputBytes = 8 << 20;   ///< the child is killed beyond it
};

} // namespace loupe
