// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace loupe {

/// Reads the whole file, following links. NotFound if it is missing; InvalidInput if it exceeds
/// `maxBytes` or is a folder, named pipe, device or socket, without blocking on it. Use
/// readUntrustedFile() for files in folders of untrusted content.
Result<std::string> readFile(const std::filesystem::path &path,
                             std::uintmax_t maxBytes = 1ULL << 30);

/// Replaces the file atomically: a reader sees the old content or the new, never a part.
Status writeFileAtomic(const std::filesystem::path &path, std::string_view content);

/// Folder that the destructor removes with all its content.
class TemporaryFolder
{
public:
    /// Creates a folder under TMPDIR or the system's temporary folder, mode 0700.
    static Result<TemporaryFolder> create(std::string_view prefix);

    TemporaryFolder(TemporaryFolder &&other) noexcept;
    TemporaryFolder &operator=(TemporaryFolder &&other) noexcept;
    ~TemporaryFolder();

    const std::filesystem::path &path() const { return m_path; }

private:
    explicit TemporaryFolder(std::filesystem::path path);
    std::filesystem::path m_path;
};

} // namespace loupe
