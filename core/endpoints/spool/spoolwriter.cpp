// SPDX-License-Identifier: Apache-2.0
#include "core/endpoints/spool/spoolwriter.h"

#include "core/base/result.h"
#include "core/sandbox/system/systemerror.h"

#include <cerrno>
#include <cstdio>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr const char *lockFile = "lock";
constexpr const char *draftEnding = ".draft"; // suffix of files that readers ignore

constexpr std::chrono::seconds syncInterval{1};

Status writeAll(int fd, std::string_view bytes, const std::string &file)
{
    while (!bytes.empty()) {
        const ssize_t count = write(fd, bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return systemError("cannot write the spool", file);
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return {};
}

Status sync(int fd, const std::string &file)
{
    return fdatasync(fd) == 0 ? Status() : Status(systemError("cannot write the spool", file));
}

std::string record(const char *kind, std::string_view payload)
{
    return fmt::format("{} {}\n{}\n", kind, payload.size(), payload);
}

std::string jsonText(const Json &json)
{
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// Returns true if the locked file still has its name. removeEmptySpool() may have deleted it after
/// it was opened.
bool isStillThere(const Fd &lock, const Fd &folder)
{
    struct stat held = {};
    struct stat named = {};
    return fstat(lock.get(), &held) == 0
        && fstatat(folder.get(), lockFile, &named, AT_SYMLINK_NOFOLLOW) == 0
        && held.st_ino == named.st_ino && held.st_dev == named.st_dev;
}

/// Removes requests that were never sent. The caller holds the lock, because a draft of an active
/// writer is about to become a request.
void removeDrafts(const fs::path &folder)
{
    std::error_code failed;
    for (fs::directory_iterator each(folder, failed), end; !failed && each != end;
         each.increment(failed)) {
        std::error_code ignored;
        if (each->path().extension() == draftEnding)
            fs::remove(each->path(), ignored);
    }
}

bool holdsOnlyItsLock(const fs::path &folder)
{
    std::error_code failed;
    for (fs::directory_iterator each(folder, failed), end; !failed && each != end;
         each.increment(failed)) {
        if (each->path().filename() != lockFile)
            return false;
    }
    return !failed;
}

} // namespace

void removeEmptySpool(const fs::path &folder)
{
    const fs::path file = folder / lockFile;
    const Fd lock(::open(file.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW));
    const bool isOurs = lock && flock(lock.get(), LOCK_EX | LOCK_NB) == 0;
    if (lock && !isOurs)
        return;
    if (isOurs)
        removeDrafts(folder);
    if (!holdsOnlyItsLock(folder))
        return;
    if (isOurs)
        unlink(file.c_str());
    if (rmdir(folder.c_str()) == 0)
        rmdir(folder.parent_path().c_str()); // fails if the folder holds other spools
}

SpoolWriter::SpoolWriter(fs::path folder, Fd folderFd, Fd lock, const Clock &clock)
    : m_folder(std::move(folder))
    , m_folderFd(std::move(folderFd))
    , m_lock(std::move(lock))
    , m_clock(clock)
{
}

Result<std::unique_ptr<SpoolWriter>> SpoolWriter::open(const fs::path &folder, const Clock &clock)
{
    std::error_code failed;
    fs::create_directories(folder.parent_path(), failed);
    if (mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST)
        return systemError("cannot make the spool", folder.string());
    Fd folderFd(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!folderFd)
        return systemError("cannot open the spool", folder.string());
    Fd lock(openat(folderFd.get(), lockFile, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
    if (!lock)
        return systemError("cannot open the spool", (folder / lockFile).string());
    if (flock(lock.get(), LOCK_EX | LOCK_NB) != 0 || !isStillThere(lock, folderFd))
        return Error{Errc::Busy, "another generation is writing this spool", folder.string(),
                     "wait until the other generation into this store has ended"};
    removeDrafts(folder);
    return std::unique_ptr<SpoolWriter>(
        new SpoolWriter(folder, std::move(folderFd), std::move(lock), clock));
}

std::string SpoolWriter::fileOf(const std::string &uuid, const char *ending) const
{
    return (m_folder / (uuid + ending)).string();
}

Status SpoolWriter::plan(const SpooledRequest &request)
{
    const std::string file = fileOf(request.uuid, ".request");
    const std::string draft = file + draftEnding;
    const Fd fd(::open(draft.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600));
    if (!fd)
        return systemError("cannot write the spool", file);
    Status written = writeAll(fd.get(), jsonText(fieldsToJson(request)) + "\n", file);
    if (written)
        written = sync(fd.get(), file);
    if (written && rename(draft.c_str(), file.c_str()) != 0)
        written = systemError("cannot write the spool", file);
    if (written && fsync(m_folderFd.get()) != 0)
        written = systemError("cannot write the spool", file);
    if (!written)
        unlink(draft.c_str());
    return written;
}

Status SpoolWriter::head(const std::string &uuid, const AnswerHead &head)
{
    auto answer = answerOf(uuid);
    if (!answer)
        return answer.error();
    (*answer)->head = record("head", jsonText(fieldsToJson(head)));
    return writeAll((*answer)->fd.get(), (*answer)->head, fileOf(uuid, ".answer"));
}

Result<SpoolWriter::OpenAnswer *> SpoolWriter::answerOf(const std::string &uuid)
{
    if (const auto found = m_open.find(uuid); found != m_open.end())
        return &found->second;
    const std::string file = fileOf(uuid, ".answer");
    Fd fd(::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600));
    if (!fd)
        return systemError("cannot write the spool", file);
    if (Status titled = writeAll(fd.get(), answerFileTitle, file); !titled)
        return titled.error();
    const auto now = m_clock.steadyNow();
    return &m_open.emplace(uuid, OpenAnswer{std::move(fd), now, now, {}}).first->second;
}

Status SpoolWriter::append(const std::string &uuid, std::string_view bytes)
{
    auto answer = answerOf(uuid);
    if (!answer)
        return answer.error();
    OpenAnswer &open = **answer;
    const auto now = m_clock.steadyNow();
    const auto age = std::chrono::duration_cast<std::chrono::milliseconds>(now - open.began);
    const std::string file = fileOf(uuid, ".answer");
    const std::string front = fmt::format("data {} {}\n", bytes.size(), age.count());
    Status written = writeAll(open.fd.get(), front + std::string(bytes) + "\n", file);
    if (written && now - open.synced >= syncInterval) {
        open.synced = now;
        written = sync(open.fd.get(), file);
    }
    return written;
}

Status SpoolWriter::end(const std::string &uuid, const AnswerEnd &end)
{
    auto answer = answerOf(uuid);
    if (!answer)
        return answer.error();
    const std::string file = fileOf(uuid, ".answer");
    const Fd fd = std::move((*answer)->fd);
    m_open.erase(uuid);
    if (Status written = writeAll(fd.get(), record("end", jsonText(fieldsToJson(end))), file);
        !written)
        return written;
    if (Status synced = sync(fd.get(), file); !synced)
        return synced;
    if (fsync(m_folderFd.get()) != 0)
        return systemError("cannot write the spool", file);
    return {};
}

Status SpoolWriter::withhold(const std::string &uuid)
{
    auto answer = answerOf(uuid);
    if (!answer)
        return answer.error();
    const std::string file = fileOf(uuid, ".answer");
    const int fd = (*answer)->fd.get();
    if (ftruncate(fd, 0) != 0 || lseek(fd, 0, SEEK_SET) != 0)
        return systemError("cannot write the spool", file);
    return writeAll(fd, std::string(answerFileTitle) + (*answer)->head, file);
}

Result<std::int64_t> SpoolWriter::freeBytes() const
{
    struct statvfs room = {};
    if (fstatvfs(m_folderFd.get(), &room) != 0)
        return systemError("cannot read the free space of the spool's disk", m_folder.string());
    return static_cast<std::int64_t>(room.f_bavail) * static_cast<std::int64_t>(room.f_frsize);
}

} // namespace loupe
