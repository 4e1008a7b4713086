// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <mutex>
#include <set>
#include <string>

namespace loupe {

/// What references draw that was drawn both by torch and by libkernelloupe-draws.so, once, and came
/// out the same, bit for bit. Kept beside the build cache; a file that cannot be read or written
/// means that it is compared again. Thread-safe.
class KnownDraws
{
public:
    /// Reads the file, if there is one. `with`: torch, processor and library; what was known of
    /// others says nothing.
    KnownDraws(std::filesystem::path file, std::string with);
    /// Writes it where something was noted.
    ~KnownDraws();
    KnownDraws(const KnownDraws &) = delete;
    KnownDraws &operator=(const KnownDraws &) = delete;

    /// `part`: "model" or "inputs" of the reference.
    bool has(const std::string &part, const std::string &reference) const;
    void note(const std::string &part, const std::string &reference);

private:
    std::string keyOf(const std::string &part, const std::string &reference) const;

    std::filesystem::path m_file;
    std::string m_with;
    mutable std::mutex m_mutex;
    std::set<std::string> m_keys;
    bool m_isChanged = false;
};

} // namespace loupe
