// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <utility>

namespace loupe {

/// A database that a library has open in this process, for as long as this object lives. POSIX
/// takes all locks of a process off a file when the process closes any descriptor of it, so that
/// nothing but that library may open such a file, its log or the log's index. Thread-safe.
class HeldFile
{
public:
    /// Nothing is held where the path names no file.
    explicit HeldFile(const std::filesystem::path &file);
    HeldFile(const HeldFile &) = delete;
    HeldFile &operator=(const HeldFile &) = delete;
    ~HeldFile();

private:
    std::optional<std::pair<std::uint64_t, std::uint64_t>> m_file; ///< device and inode
};

/// Whether `name` in the open folder (AT_FDCWD: the working folder) is a held database, or what
/// SQLite keeps beside one: "-wal", "-shm", "-journal". Opens nothing.
bool isHeldFile(int folder, const char *name);

} // namespace loupe
