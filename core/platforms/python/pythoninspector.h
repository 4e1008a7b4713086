// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/integrity/sourcefacts.h"
#include "core/sandbox/channel.h"
#include "core/sandbox/childprocess.h"

#include <filesystem>
#include <memory>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace loupe {

/// Reads Python sources by their syntax tree (resources/worker/loupe_inspect), in a process that
/// never runs them and needs no torch. Not thread-safe.
class PythonInspector
{
public:
    struct Settings {
        std::filesystem::path interpreter;
        std::vector<std::filesystem::path> roots; ///< folders that it needs beside the system's
        std::filesystem::path workerFolder;       ///< resources/worker
        SandboxMode mode = SandboxMode::Bubblewrap;
    };
    /// Settings for an interpreter of which nothing more is known than where it lies.
    static Settings settingsFor(const std::filesystem::path &interpreter,
                                const std::filesystem::path &workerFolder, SandboxMode mode);
    /// Environment where the process cannot be started.
    static Result<std::unique_ptr<PythonInspector>> start(const Settings &settings);
    ~PythonInspector();

    /// Facts of one source; `entry` names the class or function that is judged. A source that is no
    /// Python gives facts that say so. Other errors are the machinery's: a source on which reading
    /// takes longer than 20 s is Timeout, and the next one is read by a new process.
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
