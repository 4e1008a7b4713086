// SPDX-License-Identifier: Apache-2.0
#include "core/base/untrustedfolder.h"

#include "core/base/fd.h"
#include "core/base/untrustedfile.h"

#include <algorithm>
#include <cerrno>
#include <memory>
#include <system_error>
#include <utility>

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr int listFolder = O_RDONLY | O_DIRECTORY | O_CLOEXEC;

struct CloseListing {
    void operator()(DIR *listing) const { ::closedir(listing); }
};

/// Collects the sorted names in a folder, without "." and "..". Takes the descriptor. Returns 0 or
/// errno.
int namesIn(Fd folder, std::size_t most, std::vector<std::string> &names)
{
    const std::unique_ptr<DIR, CloseListing> listing(::fdopendir(folder.get()));
    if (!listing)
        return errno;
    folder.release();
    for (;;) {
        errno = 0;
        // readdir is thread-safe on a stream of this call's own.
        const dirent *entry = ::readdir(listing.get()); // NOLINT(concurrency-mt-unsafe)
        if (entry == nullptr)
            break;
        const std::string name = static_cast<const char *>(entry->d_name);
        if (name == "." || name == "..")
            continue;
        if (names.size() == most)
            break;
        names.push_back(name);
    }
    const int code = errno;
    std::sort(names.begin(), names.end());
    return code;
}

class FolderWalker
{
public:
    FolderWalker(const fs::path &root, const FolderWalk &walk) : m_root(root), m_walk(walk) { }

    Result<FolderContent> walk()
    {
        Fd folder(::open(m_root.c_str(), listFolder));
        if (!folder) {
            const int code = errno;
            return code == ENOTDIR ? Error{Errc::InvalidInput, "is not a folder", m_root.string()}
                                   : listingError(code);
        }
        if (const int code = into(std::move(folder), {}, 0); code != 0)
            return listingError(code);
        if (m_walk.stop.stop_requested())
            return Error{Errc::Cancelled, "reading was stopped on request", m_root.string()};
        std::sort(m_content.files.begin(), m_content.files.end());
        std::sort(m_content.folders.begin(), m_content.folders.end());
        std::sort(m_content.refused.begin(), m_content.refused.end(),
                  [](const NotWalked &a, const NotWalked &b) { return a.path < b.path; });
        return std::move(m_content);
    }

private:
    Error listingError(int code) const
    {
        return Error{code == ENOENT ? Errc::NotFound : Errc::Io,
                     "cannot list the folder: " + std::generic_category().message(code),
                     m_root.string(), code == EACCES ? "check its permissions" : ""};
    }

    /// Returns 0 or the errno of the listing.
    int into(Fd folder, const fs::path &below, int depth)
    {
        const Fd here(::openat(folder.get(), ".", O_PATH | O_DIRECTORY | O_CLOEXEC));
        if (!here)
            return errno;
        std::vector<std::string> names;
        if (const int code = namesIn(std::move(folder), m_walk.maxEntries - m_seen + 1, names);
            code != 0)
            return code;
        for (const std::string &name : names) {
            if (m_walk.stop.stop_requested())
                break;
            if (m_seen == m_walk.maxEntries) {
                m_content.isWhole = false;
                break;
            }
            ++m_seen;
            entry(here.get(), name, below / name, depth);
        }
        return 0;
    }

    void entry(int folder, const std::string &name, const fs::path &below, int depth)
    {
        struct stat found {
        };
        if (::fstatat(folder, name.c_str(), &found, AT_SYMLINK_NOFOLLOW) != 0)
            return refuse(below, "cannot be read: " + std::generic_category().message(errno));
        if (S_ISREG(found.st_mode))
            m_content.files.push_back(m_root / below);
        else if (S_ISDIR(found.st_mode))
            subfolder(folder, name, below, depth + 1);
        else if (S_ISLNK(found.st_mode))
            link(below);
        else
            refuse(below, std::string("is ") + fileKind(found.st_mode) + ", not a regular file");
    }

    void subfolder(int folder, const std::string &name, const fs::path &below, int depth)
    {
        m_content.folders.push_back(m_root / below);
        if (m_walk.enters && !m_walk.enters(below))
            return;
        if (depth > m_walk.maxDepth)
            return refuse(below,
                          "lies more than " + std::to_string(m_walk.maxDepth)
                              + " folders deep and is not looked into");
        Fd next(::openat(folder, name.c_str(), listFolder | O_NOFOLLOW));
        const int code = next ? into(std::move(next), below, depth) : errno;
        if (code != 0)
            refuse(below, "cannot be listed: " + std::generic_category().message(code));
    }

    void link(const fs::path &below)
    {
        UntrustedLimits limits;
        limits.links = m_walk.links;
        const auto file = UntrustedFile::open(m_root, m_root / below, std::move(limits));
        if (file)
            m_content.files.push_back(m_root / below);
        else
            refuse(below, file.error().message);
    }

    void refuse(const fs::path &below, std::string reason)
    {
        m_content.refused.push_back({m_root / below, std::move(reason)});
    }

    const fs::path &m_root;
    const FolderWalk &m_walk;
    FolderContent m_content;
    std::size_t m_seen = 0;
};

} // namespace

Result<FolderContent> walkFolder(const fs::path &root, const FolderWalk &walk)
{
    return FolderWalker(root, walk).walk();
}

} // namespace loupe
