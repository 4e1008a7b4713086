// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/sandbox/bubblewrap.h"
#include "core/sandbox/childspec.h"
#include "core/sandbox/limits.h"
#include "core/sandbox/processlisting.h"
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

/// How a child ended.
struct ChildEnd {
    enum class Kind { Exited, Signalled, TimedOut, Cancelled, OutputFlood };
    Kind kind = Kind::Exited;
    int code = 0; ///< exit code or signal number
    double wallSeconds = 0;
    double cpuSeconds = 0; ///< of the child and its waited-for descendants; 0 in Bubblewrap mode,
                           ///< whose supervisor keeps it to itself (so maxResidentBytes)
    std::int64_t maxResidentBytes = 0;
    std::int64_t memoryKills = 0; ///< as ChildProcess::memoryKills()
    std::string output;           ///< stdout and stderr as they came, bounded, valid UTF-8
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
    /// SIGTERM to everything in its sandbox, or without one to its process group: it may end as it
    /// likes. What does not heed it goes on until kill().
    virtual void tellToEnd() = 0;
    /// True once it has ended, whatever the reason.
    virtual bool hasEnded() = 0;
    /// The /proc of its own PID namespace, in which everything below it is and nothing else.
    /// Unsupported outside a sandbox, where nobody can tell what belongs to it.
    virtual Result<Fd> processes() = 0;
    /// What has to become of that namespace's first process where all others are stopped.
    virtual FirstProcess firstProcess() const = 0;
    /// Puts all that is in its sandbox ahead of the rest of the machine, as putAhead() does. To be
    /// called while it is stopped. Unsupported outside a sandbox.
    virtual Status putAhead() = 0;
    /// stdout and stderr so far, as ChildEnd::output.
    virtual std::string outputSoFar() = 0;
    /// Of the control groups that limit it; a process that enters its sandbox enters them first.
    virtual std::vector<int> groupEntrances() const = 0;
    /// How many of its processes the kernel has killed because all together needed more memory than
    /// they may; 0 where no control group limits it.
    virtual std::int64_t memoryKills() const = 0;
};

/// Starts the child that way, whether it works on this machine or not.
Result<std::unique_ptr<ChildProcess>> startConfined(const ChildSpec &spec, const Confinement &how);

/// Starts the child without a sandbox, as SandboxMode::None asks.
Result<std::unique_ptr<ChildProcess>> startUnconfined(const ChildSpec &spec);

} // namespace loupe
