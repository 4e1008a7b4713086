// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <mutex>
#include <string>

namespace loupe {

/// Set of references whose draws by torch and by libkernelloupe-draws.so were compared once and
/// were equal bit for bit. Saved next to the build cache. If the file cannot be read or written,
/// the draws are compared again. Thread-safe.
class KnownDraws
{
public:
    static constexpr std::size_t maxDraws = 100'000;

    /// Reads the file, if there is one. `with` identifies torch, processor and library; entries
    /// made with others are not used.
    KnownDraws(std::filesystem::path file, std::string with);
    /// Writes the file if an entry was added. Of more than `maxDraws`, the oldest are dropped.
    ~KnownDraws();
    KnownDraws(const KnownDraws &) = delete;
    KnownDraws &operator=(const KnownDraws &) = delete;

    /// Returns whether the entry exists. `part` is "model" or "inputs" of the reference.
    bool has(const std::string &part, const std::string &reference) const;
    void note(const std::string &part, const std::string &reference);

private:
    void save() const;
    std::string keyOf(const std::string &part, const std::string &reference) const;

    std::filesystem::path m_file;
    std::string m_with;
    mutable std::mutex m_mutex;
    std::map<std::string, std::size_t> m_keys; ///< numbered in the order in which they were noted
    bool m_isChanged = false;
};

} // namespace loupe
