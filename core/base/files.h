// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace loupe {

/// The whole file, following links. Refuses missing files (NotFound), those above `maxBytes` and
/// folders, named pipes, devices and sockets (InvalidInput), without waiting for them.
/// For files below a folder that others filled: readUntrustedFile.
Result<std::string> readFile(const std::filesystem::path &path,
                             std::uintmax_t maxBytes = 1ULL << 30);

/// Replaces the file in one step: a reader sees the old content or the new, never a part.
Status writeFileAtomic(const std::filesystem::path &path, std::string_view content);

/// A folder that is removed with everything in it when the object dies.
class TemporaryFolder
{
public:
    /// Creates one under the system's temporary folder (or TMPDIR), mode 0700.
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
