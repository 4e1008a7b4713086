// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/system/processlisting.h"

#include "core/sandbox/system/systemerror.h"

#include <array>
#include <charconv>
#include <string>

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

namespace loupe {

Result<Fd> processesBelow(pid_t first)
{
    if (first <= 0)
        return Error{.code = Errc::Unsupported,
                     .message = "without a sandbox, a candidate's processes cannot be identified",
                     .hint = "leave --no-sandbox out"};
    const std::string path = "/proc/" + std::to_string(first) + "/root/proc";
    Fd folder(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    struct statfs facts = {};
    if (!folder || fstatfs(folder.get(), &facts) != 0)
        return systemError("cannot read a sandbox's processes", path);
    if (facts.f_type != PROC_SUPER_MAGIC)
        return Error{Errc::Unsupported, "a sandbox has no /proc of its own", path};
    return folder;
}

ProcessListing::ProcessListing(int folder, const char *name)
{
    Fd fd(openat(folder, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (fd)
        m_entries.reset(fdopendir(fd.get()));
    if (m_entries)
        fd.release();
}

ProcessListing ProcessListing::tasks(int folder, const char *process)
{
    return {folder, (std::string(process) + "/task").c_str()};
}

void ProcessListing::forEach(const Each &each)
{
    if (!m_entries)
        return;
    if (m_first)
        seekdir(m_entries.get(), *m_first);
    else
        rewinddir(m_entries.get());
    for (long at = telldir(m_entries.get());; at = telldir(m_entries.get())) {
        const dirent *entry = readdir(m_entries.get()); // NOLINT(concurrency-mt-unsafe)
        if (entry == nullptr)
            return;
        if (entry->d_name[0] < '1' || entry->d_name[0] > '9')
            continue;
        if (std::string_view(entry->d_name) == numberOfFirst)
            m_first = at;
        each(dirfd(m_entries.get()), entry->d_name);
    }
}

std::string_view contentOf(int folder, const char *number, const char *file, std::span<char> room)
{
    const std::string path = std::string(number) + file;
    const Fd fd(openat(folder, path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!fd)
        return {};
    const ssize_t got = read(fd.get(), room.data(), room.size());
    return got > 0 ? std::string_view(room.data(), static_cast<std::size_t>(got))
                   : std::string_view();
}

std::string_view behindName(std::string_view stat)
{
    constexpr std::string_view end = ") ";
    const std::size_t name = stat.rfind(end);
    return name == std::string_view::npos ? std::string_view() : stat.substr(name + end.size());
}

std::optional<TaskCounts> countsOf(int folder, const char *task)
{
    std::array<char, 128> room{};
    const std::string_view text = contentOf(folder, task, "/schedstat", room);
    std::array<std::uint64_t, 3> numbers{}; // nanoseconds running, nanoseconds waiting, times run
    const char *at = text.data();
    for (std::uint64_t &each : numbers) {
        while (at != text.data() + text.size() && *at == ' ')
            ++at;
        const auto read = std::from_chars(at, text.data() + text.size(), each);
        if (read.ec != std::errc())
            return std::nullopt;
        at = read.ptr;
    }
    return TaskCounts{numbers[0], numbers[2]};
}

void signalProcess(int folder, const char *process, int signal)
{
    const Fd fd(openat(folder, process, O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (fd)
        syscall(SYS_pidfd_send_signal, fd.get(), signal, nullptr, 0U);
}

void signalOthers(const Fd &processes, int signal)
{
    ProcessListing(processes).forEach([&](int folder, const char *process) {
        if (std::string_view(process) != numberOfFirst)
            signalProcess(folder, process, signal);
    });
}

} // namespace loupe
