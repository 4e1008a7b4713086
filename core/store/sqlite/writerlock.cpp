// SPDX-License-Identifier: Apache-2.0
#include "core/store/sqlite/writerlock.h"

#include <array>
#include <cerrno>
#include <charconv>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace loupe {

namespace {

std::filesystem::path lockFileOf(const std::filesystem::path &store)
{
    std::error_code failed;
    std::filesystem::path real = std::filesystem::weakly_canonical(store, failed);
    if (failed)
        real = std::filesystem::absolute(store, failed);
    real += ".lock";
    return real;
}

/// Returns a range for a write lock on the whole file.
struct flock wholeFile()
{
    struct flock range = {};
    range.l_type = F_WRLCK;
    range.l_whence = SEEK_SET;
    return range;
}

/// Returns "process 4711" from the file's contents, which are otherwise not trusted.
std::string holderOf(int descriptor)
{
    std::array<char, 32> text{};
    const ssize_t count = pread(descriptor, text.data(), text.size(), 0);
    long pid = 0;
    if (count > 0)
        std::from_chars(text.data(), text.data() + count, pid);
    if (pid <= 0)
        return "another program";
    return pid == getpid() ? "this program itself" : "process " + std::to_string(pid);
}

/// Returns true if the path still names the locked file; its previous holder may have removed it.
bool isStillNamed(int descriptor, const std::filesystem::path &file)
{
    struct stat ours = {};
    struct stat named = {};
    return fstat(descriptor, &ours) == 0 && stat(file.c_str(), &named) == 0
        && ours.st_ino == named.st_ino && ours.st_dev == named.st_dev;
}

void writePid(int descriptor)
{
    const std::string text = std::to_string(getpid()) + "\n";
    // Only informative: a lock file without a number still locks.
    const bool written = ftruncate(descriptor, 0) == 0
        && pwrite(descriptor, text.data(), text.size(), 0) == static_cast<ssize_t>(text.size());
    static_cast<void>(written);
}

} // namespace

Result<WriterLock> WriterLock::take(const std::filesystem::path &store)
{
    const std::filesystem::path file = lockFileOf(store);
    while (true) {
        const int descriptor = open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644);
        if (descriptor < 0 && (errno == ENOSPC || errno == EDQUOT))
            return Error{Errc::Io, "the disk is full", file.string(),
                         "free some space and try again"};
        if (descriptor < 0)
            return Error{Errc::Io,
                         std::string("cannot make the store's lock file: ")
                             + std::system_category().message(errno),
                         file.string(),
                         "writing needs a folder that can be written; copy the store to one"};
        WriterLock lock(descriptor, file);
        struct flock range = wholeFile();
        if (fcntl(descriptor, F_OFD_SETLK, &range) != 0) {
            const int code = errno;
            const std::string holder = holderOf(descriptor);
            close(descriptor);
            lock.m_descriptor = -1;
            if (code != EAGAIN && code != EACCES)
                return Error{Errc::Io,
                             std::string("cannot lock the store: ")
                                 + std::system_category().message(code),
                             file.string(), "keep the store on a local disk"};
            return Error{Errc::Busy, "the store is open for writing in " + holder, store.string(),
                         "wait until it has finished, or end it; reading is possible meanwhile"};
        }
        if (isStillNamed(descriptor, file)) {
            writePid(descriptor);
            return lock;
        }
        close(descriptor);
        lock.m_descriptor = -1;
    }
}

bool WriterLock::isHeld(const std::filesystem::path &store)
{
    const int descriptor = open(lockFileOf(store).c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return false;
    struct flock range = wholeFile();
    const bool held = fcntl(descriptor, F_OFD_GETLK, &range) == 0 && range.l_type != F_UNLCK;
    close(descriptor);
    return held;
}

WriterLock::WriterLock(int descriptor, std::filesystem::path file)
    : m_descriptor(descriptor)
    , m_file(std::move(file))
{
}

WriterLock::WriterLock(WriterLock &&other) noexcept
    : m_descriptor(std::exchange(other.m_descriptor, -1))
    , m_file(std::move(other.m_file))
{
}

WriterLock::~WriterLock()
{
    if (m_descriptor < 0)
        return;
    unlink(m_file.c_str());
    close(m_descriptor);
}

} // namespace loupe
