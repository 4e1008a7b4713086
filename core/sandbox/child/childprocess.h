// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/sandbox/confinement/bubblewrap.h"
#include "core/sandbox/control/fairdeadline.h"
#include "core/sandbox/system/childspec.h"
#include "core/sandbox/system/limits.h"
#include "core/sandbox/system/processlisting.h"
#include "core/sandbox/system/sandboxmode.h"

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

/// End of a child process.
struct ChildEnd {
    enum class Kind { Exited, Signalled, TimedOut, Cancelled, OutputFlood };
    Kind kind = Kind::Exited;
    int code = 0; ///< exit code or signal number
    double wallSeconds = 0;
    double cpuSeconds = 0; ///< of the child and its waited-for descendants; 0 in Bubblewrap mode,
                           ///< as is maxResidentBytes: its supervisor does not report them
    std::int64_t maxResidentBytes = 0;
    std::int64_t memoryKills = 0; ///< as ChildProcess::memoryKills()
    std::string output;           ///< stdout and stderr in order of arrival, bounded, valid UTF-8
};

/// Started child with all its descendants. The destructor kills the whole tree and waits.
class ChildProcess
{
public:
    /// Starts a child. Environment error if bubblewrap or user namespaces are missing, with the
    /// command that adds them. Io if the system refuses to start it.
    static Result<std::unique_ptr<ChildProcess>> start(const ChildSpec &spec);
    virtual ~ChildProcess() = default;

    /// Waits for the end; kills the tree at `deadline` or when `stop` is requested. May be called
    /// once.
    virtual ChildEnd wait(std::chrono::steady_clock::time_point deadline, std::stop_token stop) = 0;
    /// Kills the tree now; wait() then returns at once.
    virtual void kill() = 0;
    /// Sends SIGTERM to everything in the sandbox, or to the process group without one, and does
    /// not wait. Processes that ignore it run until kill().
    virtual void tellToEnd() = 0;
    /// Returns true once the child has ended, for whatever reason.
    virtual bool hasEnded() = 0;
    /// Opens the /proc of its PID namespace, which lists exactly the child's tree. Unsupported
    /// outside a sandbox, where the tree is unknown.
    virtual Result<Fd> processes() = 0;
    /// Returns how to treat that namespace's first process when all others are stopped.
    virtual FirstProcess firstProcess() const = 0;
    /// Gives everything in its sandbox real-time priority (see the function putAhead()). Call it
    /// while the sandbox is stopped. Unsupported outside a sandbox.
    virtual Status putAhead() = 0;
    /// Lets everything in its sandbox run on these processors alone (see the function runOn()).
    /// Does nothing once the child has ended.
    virtual Status runOn(const std::vector<int> &processors) = 0;
    /// Returns how long its tasks waited for a processor; empty outside a sandbox.
    virtual ProcessorWaits waits() = 0;
    /// Returns stdout and stderr so far, formatted as ChildEnd::output.
    virtual std::string outputSoFar() = 0;
    /// Returns descriptors of the control groups that limit it. A process that enters its sandbox
    /// must enter them first.
    virtual std::vector<int> groupEntrances() const = 0;
    /// Returns how many of its processes the kernel killed because together they exceeded the
    /// memory limit; 0 without a control group.
    virtual std::int64_t memoryKills() const = 0;
};

/// Starts the child with this confinement, even if it is untested on this machine.
Result<std::unique_ptr<ChildProcess>> startConfined(const ChildSpec &spec, const Confinement &how);

/// Starts the child without a sandbox (SandboxMode::None).
Result<std::unique_ptr<ChildProcess>> startUnconfined(const ChildSpec &spec);

} // namespace loupe
