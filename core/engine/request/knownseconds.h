// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>

namespace loupe {

/// How long sources took to be judged and timed when they were last evaluated on this machine, kept
/// beside the build cache: what takes longest is begun first, so that a run does not end waiting
/// for it alone. A guess for the order only; a file that cannot be read or written means no guess.
/// Thread-safe.
class KnownSeconds
{
public:
    /// Reads the file, if there is one.
    explicit KnownSeconds(std::filesystem::path file);
    /// Writes it where something was noted.
    ~KnownSeconds();
    KnownSeconds(const KnownSeconds &) = delete;
    KnownSeconds &operator=(const KnownSeconds &) = delete;

    std::optional<double> of(const std::string &source) const;
    void note(const std::string &source, double seconds);

private:
    std::filesystem::path m_file;
    mutable std::mutex m_mutex;
    std::map<std::string, double> m_seconds; ///< by the digest of the source
    bool m_isChanged = false;
};

/// A guess where nothing is known: how much of the reference's work is in its sizes, as the product
/// of the two largest numbers that it gives names to. Zero where it names none.
double namedSize(const std::string &source);

/// The size that a reference names where making its weights or inputs takes longer than all else;
/// else 0, because what candidates do then says more.
double largeNamedSize(const std::string &reference);
/// The same, or what it draws where that is more: what takes long as a whole. Inputs that large are
/// made anew for each call, so that nothing is won by beginning with them before the build.
double largeSize(const std::string &reference);

} // namespace loupe
