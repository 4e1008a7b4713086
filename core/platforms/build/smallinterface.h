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

/// The library behind the small interface to torch (resources/worker/compilers/small), with which
/// extensions compile in a tenth of the time. Made once for each environment, by trusted code
/// alone, and kept in the cache. Without it they are compiled with torch's headers. Thread-safe.
class SmallInterface
{
public:
    /// `settings`: as those of subjects. The library's folder is made at once; whyNot() says
    /// whether that worked.
    SmallInterface(const std::filesystem::path &cache, PythonEnvironment environment,
                   PythonSettings settings);
    ~SmallInterface();
    SmallInterface(const SmallInterface &) = delete;
    SmallInterface &operator=(const SmallInterface &) = delete;

    /// Returns why there can be no library: its folder cannot be written. Empty where there can.
    const std::string &whyNot() const { return m_whyNot; }
    /// Whether code like this may build an extension.
    static bool isUsedBy(const std::string &source);

    const std::filesystem::path &folder() const { return m_folder; }
    std::filesystem::path library() const { return m_folder / "libkloupe_small.so"; }

    /// Begins to compile it where the cache has none; returns at once. Candidates need not wait for
    /// it: their linkers do.
    void begin();
    /// Waits until begin() is through. Why there is no library; empty when there is one.
    std::string wait();
    /// Why there is none, as far as that is known by now.
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
