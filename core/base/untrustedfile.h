// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.h"
#include "core/base/result.h"
#include "core/base/sharedtext.h"

#include <cstdint>
#include <filesystem>
#include <stop_token>
#include <string>

#include <sys/stat.h>

namespace loupe {

/// Treatment of symbolic links below a folder of untrusted content.
enum class FolderLinks {
    Refused, ///< every link is an error
    Within,  ///< links to regular files below the folder are followed, others refused
};

struct UntrustedLimits {
    std::uintmax_t maxBytes = 1ULL << 30;
    FolderLinks links = FolderLinks::Refused;
    std::stop_token stop = {};
};

/// Untrusted regular file, opened for reading. No link leads out of the folder; folders, named
/// pipes, devices and sockets are refused without blocking on them. The checks apply to the opened
/// file, so that a concurrent swap has no effect.
///
/// Errors: InvalidInput (a link, not a regular file, too large, outside the folder, a store that
/// this process has open: HeldFile), NotFound, Io (not readable), Cancelled. `where` names the file
/// and `hint` the remedy.
class UntrustedFile
{
public:
    /// Opens a file below `root`; `file` includes `root` as its prefix ("root/a/b.py"). `root` is
    /// the user's path, a folder or the file itself; links on the way to it are trusted and
    /// followed.
    static Result<UntrustedFile> open(const std::filesystem::path &root,
                                      const std::filesystem::path &file,
                                      UntrustedLimits limits = {});

    /// Opens a file named by the user. Links are followed; it must still be a regular file.
    static Result<UntrustedFile> openNamed(const std::filesystem::path &file,
                                           UntrustedLimits limits = {});

    const std::filesystem::path &path() const { return m_path; }
    /// Returns the size in bytes at the time of opening.
    std::uintmax_t size() const { return m_size; }

    /// Returns the next bytes, at most `most`; fewer only at the end of the file. InvalidInput once
    /// more than `maxBytes` were read, even if the file grew meanwhile.
    Result<std::string> readSome(std::size_t most);
    /// Returns all remaining bytes.
    Result<std::string> read();
    /// Returns the same as a shared text. A large one is in a temporary file (MappedCopy) if that
    /// has room, else in memory.
    Result<SharedText> readShared();

private:
    UntrustedFile(Fd fd, std::filesystem::path path, UntrustedLimits limits);
    static Result<UntrustedFile> checked(Fd fd, const std::filesystem::path &path,
                                         UntrustedLimits limits);

    Fd m_fd;
    std::filesystem::path m_path;
    UntrustedLimits m_limits;
    std::uintmax_t m_size = 0;
    std::uintmax_t m_read = 0;
};

/// Return the whole content of UntrustedFile::open().
Result<std::string> readUntrustedFile(const std::filesystem::path &root,
                                      const std::filesystem::path &file,
                                      UntrustedLimits limits = {});
Result<SharedText> readUntrustedShared(const std::filesystem::path &root,
                                       const std::filesystem::path &file,
                                       UntrustedLimits limits = {});

/// Returns "a named pipe", "a device", … for the message of a refusal.
const char *fileKind(mode_t mode);

/// Returns a link's target; empty if it cannot be read.
std::string linkTarget(int folder, const char *name);

} // namespace loupe
