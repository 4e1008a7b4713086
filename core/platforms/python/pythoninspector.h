// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/integrity/sourcefacts.h"
#include "core/sandbox/channel/channel.h"
#include "core/sandbox/child/childprocess.h"

#include <filesystem>
#include <memory>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace loupe {

/// Reader of the syntax trees of Python sources (resources/worker/loupe_inspect), in a process that
/// never runs them and needs no torch. Not thread-safe.
class PythonInspector
{
public:
    struct Settings {
        std::filesystem::path interpreter;
        std::vector<std::filesystem::path> roots; ///< required in addition to the system's folders
        std::filesystem::path workerFolder;       ///< resources/worker
        SandboxMode mode = SandboxMode::Bubblewrap;
    };
    /// Returns settings for an interpreter known only by its path.
    static Settings settingsFor(const std::filesystem::path &interpreter,
                                const std::filesystem::path &workerFolder, SandboxMode mode);
    /// Starts the process; Environment if it cannot be started.
    static Result<std::unique_ptr<PythonInspector>> start(const Settings &settings);
    ~PythonInspector();

    /// Returns the facts of one source; `entry` names the class or function under test. Invalid
    /// Python yields facts that say so. Other errors are infrastructure failures. If reading takes
    /// more than 20 s, returns Timeout, and a new process reads the next source.
    Result<PythonFacts> inspect(const std::string &source, const std::string &entry,
                                const std::stop_token &stop);

private:
    explicit PythonInspector(Settings settings) : m_settings(std::move(settings)) { }
    Status restart();

    Settings m_settings;
    std::unique_ptr<Channel> m_channel;
    std::unique_ptr<ChildProcess> m_child;
    int m_lastId = 0;
};

} // namespace loupe
