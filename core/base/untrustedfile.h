// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.h"
#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <stop_token>
#include <string>

namespace loupe {

/// What is done with symbolic links below a folder that others filled.
enum class FolderLinks {
    Refused, ///< every link is an error
    Within, ///< one that stays below the folder is followed to a regular file; any other is refused
};

struct UntrustedLimits {
    std::uintmax_t maxBytes = 1ULL << 30;
    FolderLinks links = FolderLinks::Refused;
    std::stop_token stop = {};
};

/// A regular file that others made, opened for reading without trusting its name: no link leads out
/// of the folder, and folders, named pipes, devices and sockets are refused without waiting for
/// them. What is checked is what was opened, so that a swap between the two changes nothing.
///
/// Refusals: InvalidInput (a link, something that is not a regular file, too large, outside of the
/// folder, a store that this process has open: HeldFile), NotFound, Io (not readable), Cancelled.
/// The message says what it is, `where` names the file and `hint` says what to do.
class UntrustedFile
{
public:
    /// `file` is a path below `root`, written with it in front ("root/a/b.py"). `root` is what the
    /// user named, a folder or the file itself; links on the way to it are the user's own and are
    /// followed.
    static Result<UntrustedFile> open(const std::filesystem::path &root,
                                      const std::filesystem::path &file,
                                      UntrustedLimits limits = {});

    /// A file that the user named. Links are followed; it must still be a regular file.
    static Result<UntrustedFile> openNamed(const std::filesystem::path &file,
                                           UntrustedLimits limits = {});

    const std::filesystem::path &path() const { return m_path; }
    /// In bytes, when it was opened.
    std::uintmax_t size() const { return m_size; }

    /// The next bytes, at most `most`; fewer only at the end of the file. InvalidInput once more
    /// than `maxBytes` came, also when the file grew meanwhile.
    Result<std::string> readSome(std::size_t most);
    /// All that is left.
    Result<std::string> read();

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

/// The whole content of UntrustedFile::open.
Result<std::string> readUntrustedFile(const std::filesystem::path &root,
                                      const std::filesystem::path &file,
                                      UntrustedLimits limits = {});

} // namespace loupe
