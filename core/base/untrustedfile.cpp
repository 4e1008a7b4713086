// SPDX-License-Identifier: Apache-2.0
#include "core/base/untrustedfile.h"

#include "core/base/heldfiles.h"
#include "core/base/mappedcopy.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <deque>
#include <limits>
#include <system_error>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t readStep = 1 << 20;
/// Size from which a shared text is worth a temporary file.
constexpr std::size_t minMappedBytes = 1 << 20;
constexpr int maxLinks = 40;
/// Flags that neither block on a named pipe nor make a terminal the controlling one.
constexpr int openForReading = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
constexpr int openFolder = O_PATH | O_DIRECTORY | O_CLOEXEC;

Error openingError(const fs::path &file, int code)
{
    const bool isMissing = code == ENOENT || code == ENOTDIR;
    return Error{isMissing ? Errc::NotFound : Errc::Io,
                 "cannot open the file: " + std::generic_category().message(code), file.string(),
                 code == EACCES || code == EPERM ? "check its permissions" : ""};
}

Error notRegular(const fs::path &file, mode_t mode)
{
    return Error{Errc::InvalidInput, std::string("is ") + fileKind(mode) + ", not a regular file",
                 file.string(),
                 S_ISDIR(mode) ? "name a file in it" : "put a file with its content there"};
}

Error heldOpen(const fs::path &file)
{
    return Error{Errc::InvalidInput, "is a store that this program has open", file.string(),
                 "close the store, or save a copy of it"};
}

Error outside(const fs::path &file, const fs::path &root)
{
    return Error{Errc::InvalidInput, "lies outside of the folder " + root.string(), file.string(),
                 "put the file itself into the folder"};
}

/// Descent from a folder to a file below it, one name at a time. Each name is looked up in a folder
/// that is held open, never through a link, so that a concurrent swap has no effect.
class DescentBelow
{
public:
    DescentBelow(Fd root, const fs::path &rootPath, const fs::path &file, const fs::path &below,
                 FolderLinks links)
        : m_rootPath(rootPath)
        , m_file(file)
        , m_links(links)
    {
        m_folders.push_back(std::move(root));
        m_names.assign(below.begin(), below.end());
    }

    Result<Fd> open()
    {
        while (!m_names.empty()) {
            const std::string name = m_names.front().string();
            m_names.pop_front();
            if (name.empty() || name == ".")
                continue;
            if (name == "..") {
                if (m_folders.size() == 1)
                    return outside(m_file, m_rootPath);
                m_folders.pop_back();
                continue;
            }
            auto file = step(name);
            if (!file || *file)
                return file;
        }
        return notRegular(m_file, S_IFDIR);
    }

private:
    int folder() const { return m_folders.back().get(); }

    /// Returns the opened file, or nothing if `name` is an intermediate folder.
    Result<Fd> step(const std::string &name)
    {
        struct stat found {
        };
        if (::fstatat(folder(), name.c_str(), &found, AT_SYMLINK_NOFOLLOW) != 0) {
            const int code = errno;
            return code == ENOENT && m_followed > 0 ? linkError(", which does not exist")
                                                    : openingError(m_file, code);
        }
        if (S_ISLNK(found.st_mode)) {
            if (Status followed = follow(name); !followed)
                return followed.error();
            return Fd();
        }
        if (S_ISDIR(found.st_mode)) {
            Fd next(::openat(folder(), name.c_str(), openFolder | O_NOFOLLOW));
            if (!next)
                return openingError(m_file, errno);
            m_folders.push_back(std::move(next));
            return Fd();
        }
        if (!m_names.empty())
            return openingError(m_file, ENOTDIR);
        // Opening a device can have side effects, so the type is checked before.
        if (!S_ISREG(found.st_mode))
            return notRegular(m_file, found.st_mode);
        if (isHeldFile(folder(), name.c_str()))
            return heldOpen(m_file);
        Fd file(::openat(folder(), name.c_str(), openForReading | O_NOFOLLOW));
        if (!file)
            return openingError(m_file, errno);
        return file;
    }

    Status follow(const std::string &name)
    {
        const fs::path target = linkTarget(folder(), name.c_str());
        if (m_link.empty())
            m_link = (m_names.empty() ? "is a link to \"" : "lies behind a link to \"")
                + target.string() + "\"";
        if (m_links == FolderLinks::Refused)
            return linkError(", and links are not followed");
        if (target.is_absolute() || leadsOut(target))
            return linkError(", outside of the folder given");
        if (target.empty() || ++m_followed > maxLinks)
            return linkError(", which leads nowhere");
        m_names.insert(m_names.begin(), target.begin(), target.end());
        return {};
    }

    Error linkError(const char *why) const
    {
        return Error{Errc::InvalidInput, m_link + why, m_file.string(),
                     "put the file itself there"};
    }

    bool leadsOut(const fs::path &target) const
    {
        std::size_t depth = m_folders.size();
        for (const fs::path &part : target) {
            if (part == "..") {
                if (--depth == 0)
                    return true;
            } else if (!part.empty() && part != ".") {
                ++depth;
            }
        }
        return false;
    }

    fs::path m_rootPath;
    fs::path m_file;
    FolderLinks m_links;
    std::vector<Fd> m_folders;
    std::deque<fs::path> m_names;
    int m_followed = 0;
    std::string m_link; ///< "is a link to …": the first link encountered
};

/// Returns the part of `file` below `root`, lexically.
Result<fs::path> partBelow(const fs::path &root, const fs::path &file)
{
    fs::path below = file.lexically_normal().lexically_relative(root.lexically_normal());
    if (below.empty() || *below.begin() == "..")
        return outside(file, root);
    return below;
}

Error tooLarge(const fs::path &file, std::uintmax_t bytes, std::uintmax_t most)
{
    return Error{Errc::InvalidInput,
                 "the file has " + std::to_string(bytes) + " bytes; at most " + std::to_string(most)
                     + " are read",
                 file.string()};
}

} // namespace

UntrustedFile::UntrustedFile(Fd fd, fs::path path, UntrustedLimits limits)
    : m_fd(std::move(fd))
    , m_path(std::move(path))
    , m_limits(std::move(limits))
{
}

Result<UntrustedFile> UntrustedFile::checked(Fd fd, const fs::path &path, UntrustedLimits limits)
{
    struct stat opened {
    };
    if (::fstat(fd.get(), &opened) != 0)
        return openingError(path, errno);
    if (!S_ISREG(opened.st_mode))
        return notRegular(path, opened.st_mode);
    UntrustedFile file(std::move(fd), path, std::move(limits));
    file.m_size = std::uintmax_t(opened.st_size);
    return file;
}

Result<UntrustedFile> UntrustedFile::open(const fs::path &root, const fs::path &file,
                                          UntrustedLimits limits)
{
    Fd folder(::open(root.c_str(), openFolder));
    if (!folder) {
        if (errno == ENOTDIR && root == file)
            return openNamed(file, std::move(limits));
        return openingError(root, errno);
    }
    const auto below = partBelow(root, file);
    if (!below)
        return below.error();
    auto opened = DescentBelow(std::move(folder), root, file, *below, limits.links).open();
    if (!opened)
        return opened.error();
    return checked(std::move(*opened), file, std::move(limits));
}

Result<UntrustedFile> UntrustedFile::openNamed(const fs::path &file, UntrustedLimits limits)
{
    struct stat found {
    };
    if (::stat(file.c_str(), &found) != 0)
        return openingError(file, errno);
    if (!S_ISREG(found.st_mode))
        return notRegular(file, found.st_mode);
    if (isHeldFile(AT_FDCWD, file.c_str()))
        return heldOpen(file);
    Fd fd(::open(file.c_str(), openForReading));
    if (!fd)
        return openingError(file, errno);
    return checked(std::move(fd), file, std::move(limits));
}

Result<std::string> UntrustedFile::readSome(std::size_t most)
{
    std::string content;
    while (content.size() < most) {
        if (m_limits.stop.stop_requested())
            return Error{Errc::Cancelled, "reading was stopped on request", m_path.string()};
        const std::size_t before = content.size();
        // Reading one extra byte detects the end, and a growing file.
        const std::uintmax_t left = m_size > m_read ? m_size - m_read : 0;
        const auto step
            = std::size_t(std::min<std::uintmax_t>({left + 1, readStep, most - before}));
        content.resize(before + step);
        const ssize_t got = ::read(m_fd.get(), content.data() + before, step);
        const int code = got < 0 ? errno : 0;
        content.resize(before + std::size_t(std::max<ssize_t>(got, 0)));
        if (code != 0 && code != EINTR)
            return Error{Errc::Io, "cannot read the file: " + std::generic_category().message(code),
                         m_path.string()};
        if (got == 0)
            break;
        m_read += std::uintmax_t(std::max<ssize_t>(got, 0));
        if (m_read > m_limits.maxBytes)
            return tooLarge(m_path, std::max(m_size, m_read), m_limits.maxBytes);
    }
    return content;
}

Result<std::string> UntrustedFile::read()
{
    if (m_size > m_limits.maxBytes)
        return tooLarge(m_path, m_size, m_limits.maxBytes);
    return readSome(std::numeric_limits<std::size_t>::max());
}

Result<SharedText> UntrustedFile::readShared()
{
    if (m_size > m_limits.maxBytes)
        return tooLarge(m_path, m_size, m_limits.maxBytes);
    auto copy = m_size < minMappedBytes ? std::nullopt : MappedCopy::begin(m_size);
    if (!copy) {
        auto content = read();
        return content ? Result<SharedText>(std::move(*content)) : content.error();
    }
    for (;;) {
        const auto piece = readSome(readStep);
        if (!piece)
            return piece.error();
        if (piece->empty())
            return copy->finish();
        if (Status copied = copy->append(*piece); !copied)
            return copied.error();
    }
}

Result<std::string> readUntrustedFile(const fs::path &root, const fs::path &file,
                                      UntrustedLimits limits)
{
    auto opened = UntrustedFile::open(root, file, std::move(limits));
    if (!opened)
        return opened.error();
    return opened->read();
}

Result<SharedText> readUntrustedShared(const fs::path &root, const fs::path &file,
                                       UntrustedLimits limits)
{
    auto opened = UntrustedFile::open(root, file, std::move(limits));
    if (!opened)
        return opened.error();
    return opened->readShared();
}

const char *fileKind(mode_t mode)
{
    if (S_ISREG(mode))
        return "a regular file";
    if (S_ISDIR(mode))
        return "a folder";
    if (S_ISLNK(mode))
        return "a symbolic link";
    if (S_ISFIFO(mode))
        return "a named pipe";
    if (S_ISSOCK(mode))
        return "a socket";
    return "a device";
}

std::string linkTarget(int folder, const char *name)
{
    std::array<char, PATH_MAX> target{};
    const ssize_t length = ::readlinkat(folder, name, target.data(), target.size());
    return length <= 0 ? std::string() : std::string(target.data(), std::size_t(length));
}

} // namespace loupe
