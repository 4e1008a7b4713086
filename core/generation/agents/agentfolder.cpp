// SPDX-License-Identifier: Apache-2.0
#include "core/generation/agents/agentfolder.h"

#include "core/base/files.h"
#include "core/base/result.h"
#include "core/base/untrustedfile.h"

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr int maxFolders = 10'000; ///< for one task

Error folderError(const std::string &what, const fs::path &path, int code)
{
    return Error{Errc::Io, what + ": " + std::generic_category().message(code), path.string()};
}

/// Converts a task's name into a file name.
std::string folderName(const std::string &task)
{
    std::string out = task;
    std::replace_if(
        out.begin(), out.end(),
        [](unsigned char letter) { return std::isalnum(letter) == 0 && letter != '_'; }, '-');
    return out.substr(0, 100);
}

Result<fs::path> makeFolder(const fs::path &parent, const std::string &name)
{
    std::error_code failed;
    if (!fs::is_directory(parent, failed)) {
        fs::create_directories(parent, failed);
        if (!failed)
            fs::permissions(parent, fs::perms::owner_all, failed);
        if (failed)
            return Error{Errc::Io, "cannot make the folder for agents: " + failed.message(),
                         parent.string()};
    }
    for (int number = 1; number < maxFolders; ++number) {
        fs::path path = parent / (number == 1 ? name : name + "-" + std::to_string(number));
        if (::mkdir(path.c_str(), 0755) == 0)
            return path;
        if (errno != EEXIST)
            return folderError("cannot make the agent's folder", path, errno);
    }
    return Error{Errc::Io, "the task has too many folders", parent.string(),
                 "remove those that are not needed"};
}

/// Sets permissions regardless of the umask, because the sandbox may run as another user.
Status opened(const fs::path &path, fs::perms permissions)
{
    std::error_code failed;
    fs::permissions(path, permissions, failed);
    return failed ? Status(Error{Errc::Io, failed.message(), path.string()}) : Status();
}

constexpr fs::perms readableFile = fs::perms::owner_read | fs::perms::owner_write
    | fs::perms::group_read | fs::perms::others_read;
constexpr fs::perms enterable
    = readableFile | fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec;

Status fill(const fs::path &path, const AgentTask &task, const AgentLimits &limits, int rounds)
{
    std::vector<GivenFile> files = task.files;
    files.push_back({"task.json", taskMessage(task, rounds).dump(2) + "\n"});
    files.push_back({"PROMPT.md", promptPage(task, limits)});
    for (const GivenFile &file : files) {
        Status done = writeFileAtomic(path / file.name, file.content);
        if (done)
            done = opened(path / file.name, readableFile);
        if (!done)
            return done;
    }
    for (const char *folder : {"feedback", "candidates"}) {
        std::error_code failed;
        fs::create_directory(path / folder, failed);
        if (failed)
            return Error{Errc::Io, failed.message(), (path / folder).string()};
    }
    if (Status done = opened(path / "feedback", enterable); !done)
        return done;
    if (Status done = opened(path / "candidates", fs::perms::all); !done)
        return done;
    return opened(path, enterable);
}

} // namespace

AgentFolder::AgentFolder(fs::path path, Fd folder)
    : m_path(std::move(path))
    , m_folder(std::move(folder))
{
}

Result<AgentFolder> AgentFolder::create(const fs::path &parent, const AgentTask &task,
                                        const AgentLimits &limits, int rounds)
{
    std::error_code failed;
    auto path = makeFolder(fs::absolute(parent, failed), folderName(task.task.name));
    if (!path)
        return path.error();
    if (Status filled = fill(*path, task, limits, rounds); !filled)
        return filled.error();
    Fd folder(::open(path->c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!folder)
        return folderError("cannot open the agent's folder", *path, errno);
    return AgentFolder(std::move(*path), std::move(folder));
}

fs::path AgentFolder::logFile() const
{
    return m_path.string() + ".log";
}

fs::path AgentFolder::handle() const
{
    return "/proc/self/fd/" + std::to_string(m_folder.get());
}

Status AgentFolder::addFeedback(const std::string &name, std::string_view text) const
{
    const fs::path path = m_path / "feedback" / name;
    const Fd folder(
        ::openat(m_folder.get(), "feedback", O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!folder)
        return folderError("cannot open", path.parent_path(), errno);
    const Fd file(::openat(folder.get(), name.c_str(),
                           O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644));
    if (!file)
        return folderError("cannot make", path, errno);
    while (!text.empty()) {
        const ssize_t wrote = ::write(file.get(), text.data(), text.size());
        if (wrote < 0 && errno != EINTR)
            return folderError("cannot write", path, errno);
        text.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(wrote, 0)));
    }
    ::fchmod(file.get(), 0644);
    return {};
}

Result<std::string> AgentFolder::program(const fs::path &file) const
{
    if (file.is_absolute())
        return Error{Errc::InvalidInput, "a program is named by its path below the folder",
                     file.string()};
    return readUntrustedFile(handle(), handle() / file, {maxProgramBytes});
}

} // namespace loupe
