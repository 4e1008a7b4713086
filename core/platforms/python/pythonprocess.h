// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/files.h"
#include "core/platforms/python/pythonhost.h"
#include "core/platforms/python/pythonverdict.h"
#include "core/sandbox/channel/activityreader.h"
#include "core/sandbox/channel/channel.h"
#include "core/sandbox/child/childprocess.h"

#include <map>
#include <memory>
#include <optional>
#include <string>

namespace loupe {

/// Started resources/worker: the process that has imported the framework, and the connection for
/// fork requests. It runs no untrusted code itself, but shares its user and PID namespace with the
/// child, which may kill or stop it.
class PythonProcess
{
public:
    PythonProcess(const PythonProcess &) = delete;
    PythonProcess &operator=(const PythonProcess &) = delete;
    ~PythonProcess();
    static Result<std::unique_ptr<PythonProcess>> start(const PythonEnvironment &environment,
                                                        PythonRole role,
                                                        const PythonSettings &settings,
                                                        const std::stop_token &stop);

    struct Forked {
        Channel channel;
        Fd process;                               ///< pid descriptor
        Fd output;                                ///< pipe with its output
        std::unique_ptr<ActivityReader> activity; ///< null without an injection library
    };
    /// Forks a child with `variables` in its environment. Environment if the server fails; it is
    /// then unusable.
    Result<Forked> fork(const PythonSettings &settings,
                        const std::map<std::string, std::string> &variables,
                        const std::stop_token &stop);

    /// Waits until the child and all its descendants have ended. A server that does not confirm
    /// this in time is killed, and with it, in a sandbox, all remaining processes.
    PythonEnd awaitEnd();
    /// Returns false once it cannot be trusted to fork another clean child.
    bool isUsable() const { return m_isUsable && !m_child->hasEnded(); }
    /// Returns the /proc of its sandbox, which also lists itself
    /// (core/sandbox/control/taskfreezer.h).
    Result<Fd> processes() { return m_child->processes(); }
    void kill();

private:
    PythonProcess(Channel control, std::unique_ptr<ChildProcess> child,
                  std::optional<TemporaryFolder> scratch)
        : m_control(std::move(control))
        , m_scratch(std::move(scratch))
        , m_child(std::move(child))
    {
    }
    static Result<std::unique_ptr<PythonProcess>> startForked(const PythonEnvironment &environment,
                                                              PythonRole role,
                                                              const PythonSettings &settings,
                                                              const std::stop_token &stop);
    Status awaitReady(const std::stop_token &stop);
    bool lacksMemory() const { return m_child->memoryKills() > m_killsBefore; }

    Channel m_control;
    std::optional<TemporaryFolder> m_scratch; ///< only without a sandbox
    std::unique_ptr<ChildProcess> m_child;
    PythonRole m_role = PythonRole::Subject;
    std::int64_t m_killsBefore = 0; ///< memoryKills() at the last fork
    bool m_isUsable = true;
    bool m_isSanitized = false; ///< started under compute-sanitizer
};

} // namespace loupe
