// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platforms/python/pythonhost.h"
#include "core/sandbox/channel/channel.h"
#include "core/sandbox/child/childprocess.h"
#include "core/sandbox/child/heldsandbox.h"

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>

namespace loupe {

/// Process that has imported the framework, from which a run's servers are forked into their own
/// sandboxes (resources/worker/loupe_worker/zygote.py). Importing in each server would occupy all
/// processors for seconds. It runs as root outside the sandboxes, so it is used only if we are
/// root. Thread-safe.
class PythonZygote
{
public:
    /// Starts to import without waiting; null if it cannot be used. `settings`: those of any
    /// server, with everything to import.
    static std::shared_ptr<PythonZygote> begin(const PythonEnvironment &environment,
                                               const PythonSettings &settings);

    /// Forks a server into the sandbox; it communicates over `control`. Environment if it cannot,
    /// now or permanently; Cancelled.
    Status serve(Json settings, const std::map<std::string, std::string> &environment,
                 const HeldSandbox &sandbox, int processes, const Channel &control,
                 const std::stop_token &stop);

    /// Returns false after a permanent failure.
    bool isUsable() const { return !m_isUseless; }
    /// Records why a server imports the framework by itself.
    void remember(const Error &why);
    /// Returns that reason for the first such server, as a line of the run log; empty: all were
    /// forked.
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
    std::optional<Error> m_failure; ///< permanent failure
    std::atomic<bool> m_isUseless = false;
    mutable std::mutex m_reasonMutex;
    std::string m_reason;
};

} // namespace loupe
