// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platforms/python/pythonhost.h"
#include "core/sandbox/channel.h"
#include "core/sandbox/childprocess.h"
#include "core/sandbox/heldsandbox.h"

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>

namespace loupe {

/// One process that has imported the framework, from which the servers of a run are forked into
/// sandboxes of their own (resources/worker/loupe_worker/zygote.py): importing it in each takes all
/// processors for seconds. It runs as root outside the sandboxes, so only where we are root.
/// Thread-safe.
class PythonZygote
{
public:
    /// Begins to import, and does not wait for it; null where it cannot be used. `settings`: of any
    /// server, with all that is to be imported.
    static std::shared_ptr<PythonZygote> begin(const PythonEnvironment &environment,
                                               const PythonSettings &settings);

    /// Forks a server into the sandbox; it talks over `control`. Environment when it cannot, now or
    /// ever; Cancelled.
    Status serve(Json settings, const std::map<std::string, std::string> &environment,
                 const HeldSandbox &sandbox, int processes, const Channel &control,
                 const std::stop_token &stop);

    /// False once it failed for good.
    bool isUsable() const { return !m_isUseless; }
    /// A server imports the framework for itself, for this reason.
    void remember(const Error &why);
    /// Of the first such server, a line for the run log; empty: every one was forked.
    std::string whyImported() const;

private:
    PythonZygote(Channel control, std::unique_ptr<ChildProcess> child)
        : m_control(std::move(control))
        , m_child(std::move(child))
    {
    }
    Status awaitReady(const std::stop_token &stop);
    Error fail(const std::string &why);

    std::mutex m_mutex;
    Channel m_control;
    std::unique_ptr<ChildProcess> m_child;
    bool m_isReady = false;
    std::optional<Error> m_failure; ///< it is of no more use
    std::atomic<bool> m_isUseless = false;
    mutable std::mutex m_reasonMutex;
    std::string m_reason;
};

} // namespace loupe
