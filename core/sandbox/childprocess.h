// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/sandbox/limits.h"
#include "core/sandbox/sandboxmode.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace loupe {

/// What to start and what it may do. In Bubblewrap mode the child sees: the system folders
/// (/usr, /lib*, /bin, /sbin, parts of /etc) and `readOnly` read-only, an empty /tmp, `scratch` as
/// its only writable folder and working directory, /dev and /proc of its own; no network, own PID,
/// mount, IPC and UTS namespaces, no controlling terminal. In both modes: rlimits, own process
/// group, standard input empty, output bounded.
struct ChildSpec {
    std::vector<std::string> argv;
    std::map<std::string, std::string> environment; ///< the whole of it
    std::vector<std::filesystem::path> readOnly;    ///< visible at their own paths
    std::vector<std::filesystem::path> devices;     ///< nodes of /dev, usable (GPUs)
    std::optional<std::filesystem::path> scratch; ///< writable, at its own path, working directory
    std::vector<int> inheritedFds;                ///< stay open in the child under the same numbers
    SandboxMode mode = SandboxMode::Bubblewrap;
    std::int64_t memoryBytes = 0; ///< address space of each process; 0 = unlimited (also below)
    double cpuSeconds = 0;        ///< of each process, rounded up to whole seconds
    std::int64_t fileBytes = 0;   ///< of each file
    int processes = 0; ///< processes and threads; Bubblewrap mode only: elsewhere the system counts
                       ///< every process of the user
    bool isFirstProcess = false; ///< of its sandbox, which then holds nothing of bubblewrap's;
                                 ///< Bubblewrap mode only
    std::size_t keptOutputBytes = 64 << 10; ///< of stdout and stderr together: head and tail kept
    std::size_t maxOutputBytes = 8 << 20;   ///< beyond it the child is killed
};

/// How a child ended.
struct ChildEnd {
    enum class Kind { Exited, Signalled, TimedOut, Cancelled, OutputFlood };
    Kind kind = Kind::Exited;
    int code = 0; ///< exit code or signal number
    double wallSeconds = 0;
    double cpuSeconds = 0; ///< of the child and its waited-for descendants; 0 in Bubblewrap mode,
                           ///< whose supervisor keeps it to itself (so maxResidentBytes)
    std::int64_t maxResidentBytes = 0;
    std::string output; ///< stdout and stderr as they came, bounded, valid UTF-8
};

/// A started child with everything below it. Destruction kills the whole tree and waits.
class ChildProcess
{
public:
    /// Environment error when bubblewrap or user namespaces are missing (with the command that
    /// adds them); Io when the system refuses to start it.
    static Result<std::unique_ptr<ChildProcess>> start(const ChildSpec &spec);
    virtual ~ChildProcess() = default;

    /// Waits for the end, at most until `deadline`, killing the tree then or when `stop` is
    /// requested (noticed within 50 ms). May be called once.
    virtual ChildEnd wait(std::chrono::steady_clock::time_point deadline, std::stop_token stop) = 0;
    /// Kills the tree now; wait() then returns at once.
    virtual void kill() = 0;
    /// True once it has ended, whatever the reason.
    virtual bool hasEnded() = 0;
    /// stdout and stderr so far, as ChildEnd::output.
    virtual std::string outputSoFar() = 0;
};

/// Whether this machine can confine candidates; the error says what is missing and what adds it.
/// Cached for the life of the process.
Status sandboxAvailable();

} // namespace loupe
