// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sandbox/sandboxmode.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// A file that a sandbox has a copy of, from which nothing tells where the original lies.
struct CopiedFile {
    std::filesystem::path from;
    std::filesystem::path inside;
};

/// What to start and what it may do. In Bubblewrap mode the child sees: the system folders
/// (/usr, /lib*, /bin, /sbin, parts of /etc) and `readOnly` read-only, an empty /tmp, `scratch` as
/// its only writable folder and working directory, /dev and /proc of its own; no network unless
/// `hasNetwork`, own PID, mount, IPC and UTS namespaces, no controlling terminal. In both modes:
/// rlimits, own process group, standard input empty unless given, output bounded.
struct ChildSpec {
    std::vector<std::string> argv;
    std::map<std::string, std::string> environment; ///< the whole of it
    std::vector<std::filesystem::path> readOnly;    ///< visible at their own paths
    std::vector<CopiedFile> copies;                 ///< Bubblewrap mode only
    std::vector<std::filesystem::path> devices;     ///< nodes of /dev, usable (GPUs)
    std::optional<std::filesystem::path> scratch; ///< writable, at its own path, working directory
    std::vector<int> inheritedFds;                ///< stay open in the child under the same numbers
    int inputFd = -1;  ///< of ours, becomes standard input; -1: that is empty
    int outputFd = -1; ///< of ours, becomes standard output, which then is not kept with stderr
    /// The machine's own network, with the files that say how names are looked up.
    bool hasNetwork = false;
    SandboxMode mode = SandboxMode::Bubblewrap;
    std::int64_t memoryBytes = 0;     ///< address space of each process; 0 = unlimited (also below)
    std::int64_t treeMemoryBytes = 0; ///< of all its processes together, files in memory included;
                                      ///< Bubblewrap mode, where control groups can be made
    double cpuSeconds = 0;            ///< of each process, rounded up to whole seconds
    std::int64_t fileBytes = 0;       ///< of each file
    int processes = 0; ///< processes and threads; Bubblewrap mode only: elsewhere the system counts
                       ///< every process of the user
    bool isFirstProcess = false; ///< of its sandbox, which then holds nothing of bubblewrap's;
                                 ///< Bubblewrap mode only
    std::size_t keptOutputBytes = 64 << 10; ///< of stdout and stderr together: head and tail kept
    std::size_t maxOutputBytes = 8 << 20;   ///< beyond it the child is killed
};

} // namespace loupe
