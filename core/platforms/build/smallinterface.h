// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/platforms/python/pythonhost.h"

#include <filesystem>
#include <future>
#include <mutex>
#include <optional>
#include <string>

namespace loupe {

/// Library of the small torch interface (resources/worker/compilers/small), with which extensions
/// compile ten times as fast. It is built once per environment, from trusted code only, and cached.
/// Without it, extensions use torch's headers. Thread-safe.
class SmallInterface
{
public:
    /// Creates the library's folder; whyNot() reports a failure. `settings`: as for subjects.
    SmallInterface(const std::filesystem::path &cache, PythonEnvironment environment,
                   PythonSettings settings);
    ~SmallInterface();
    SmallInterface(const SmallInterface &) = delete;
    SmallInterface &operator=(const SmallInterface &) = delete;

    /// Returns why no library can be built: its folder cannot be written. Empty if it can.
    const std::string &whyNot() const { return m_whyNot; }
    /// Returns true if this source may build an extension.
    static bool isUsedBy(const std::string &source);

    const std::filesystem::path &folder() const { return m_folder; }
    std::filesystem::path library() const { return m_folder / "libkloupe_small.so"; }

    /// Starts to compile the library if the cache lacks it, and returns at once. Candidates need
    /// not wait: their linkers do.
    void begin();
    /// Waits for begin() to finish. Returns why there is no library; empty if there is one.
    std::string wait();
    /// Returns the same without waiting, as far as known.
    std::string problem();

private:
    std::string make() const;
    std::string makeOrSay() const;

    std::filesystem::path m_folder;
    std::string m_whyNot;
    PythonEnvironment m_environment;
    PythonSettings m_settings;
    std::mutex m_mutex;
    std::shared_future<std::string> m_made;
};

} // namespace loupe
