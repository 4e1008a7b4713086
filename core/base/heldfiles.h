// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <utility>

namespace loupe {

/// Registration of a database that a library has open in this process. POSIX drops all locks of a
/// process on a file when the process closes any descriptor of it. Therefore only that library may
/// open such a file, its log or the log's index. Thread-safe.
class HeldFile
{
public:
    /// Registers nothing if the path names no file.
    explicit HeldFile(const std::filesystem::path &file);
    HeldFile(const HeldFile &) = delete;
    HeldFile &operator=(const HeldFile &) = delete;
    ~HeldFile();

private:
    std::optional<std::pair<std::uint64_t, std::uint64_t>> m_file; ///< device and inode
};

/// Returns true if `name` in the open folder (AT_FDCWD: the working folder) is a registered
/// database or one of its SQLite files ("-wal", "-shm", "-journal"). Opens nothing.
bool isHeldFile(int folder, const char *name);

} // namespace loupe
