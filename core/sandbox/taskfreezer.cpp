// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/taskfreezer.h"

#include "core/sandbox/systemerror.h"

#include <array>
#include <charconv>
#include <csignal>
#include <memory>
#include <string>
#include <string_view>
#include <thread>

#include <dirent.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

namespace loupe {

namespace {

constexpr std::string_view firstProcess = "1";
/// Nanoseconds on processors. Whoever is told to stop has none for code of its own: on its way
/// into the stop it needs microseconds, however busy the machine is.
constexpr std::uint64_t moreThanAStop = 50'000'000;
/// Looks that find that time longer than the look before. What a virtual machine's host had of a
/// processor is counted in one piece, as if the task had had it.
constexpr int severalTimes = 5;
constexpr std::chrono::microseconds betweenLooks{10};
constexpr int starvedPatience = 60; ///< times the patience with those that run

struct CloseFolder {
    void operator()(DIR *folder) const { closedir(folder); }
};

/// Calls `each` with every entry whose name is a number.
template <typename Each>
void forNumbers(int folder, const char *name, Each each)
{
    const int fd = openat(folder, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const std::unique_ptr<DIR, CloseFolder> entries(fd < 0 ? nullptr : fdopendir(fd));
    if (!entries) {
        if (fd >= 0)
            close(fd);
        return;
    }
    while (const dirent *entry = readdir(entries.get())) { // NOLINT(concurrency-mt-unsafe)
        if (entry->d_name[0] >= '1' && entry->d_name[0] <= '9')
            each(dirfd(entries.get()), entry->d_name);
    }
}

template <typename Each>
void forTasks(int folder, const char *process, Each each)
{
    forNumbers(folder, (std::string(process) + "/task").c_str(), each);
}

/// What a file of /proc says; empty where its process is gone.
std::string_view contentOf(int folder, const char *name, const char *file,
                           std::array<char, 1024> &room)
{
    const std::string path = std::string(name) + file;
    const Fd fd(openat(folder, path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!fd)
        return {};
    const ssize_t got = read(fd.get(), room.data(), room.size());
    return got > 0 ? std::string_view(room.data(), static_cast<std::size_t>(got))
                   : std::string_view();
}

/// Whether a task in this state runs no code of its own before it is continued: stopped, traced,
/// dead, or in a part of the kernel that nothing interrupts, behind which it stops.
bool isHeld(int folder, const char *task)
{
    std::array<char, 1024> room;
    const std::string_view text = contentOf(folder, task, "/stat", room);
    const std::size_t name = text.rfind(") "); // a name may hold anything
    if (name == std::string_view::npos || name + 2 >= text.size())
        return true; // gone
    return std::string_view("TtZXxD").find(text[name + 2]) != std::string_view::npos;
}

/// The last step of splitmix64 (Steele, Lea and Flood 2014), so that no two changes add up to none.
std::uint64_t mixed(std::uint64_t value)
{
    value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9U;
    value = (value ^ (value >> 27)) * 0x94d049bb133111ebU;
    return value ^ (value >> 31);
}

void addUsage(int folder, const char *task, TaskUsage &usage)
{
    std::array<char, 1024> room;
    const std::string_view text = contentOf(folder, task, "/schedstat", room);
    std::array<std::uint64_t, 3> numbers{};
    const char *at = text.data();
    for (std::uint64_t &each : numbers) {
        while (at != text.data() + text.size() && *at == ' ')
            ++at;
        const auto read = std::from_chars(at, text.data() + text.size(), each);
        if (read.ec != std::errc())
            return;
        at = read.ptr;
    }
    ++usage.tasks;
    usage.nanoseconds += numbers[0];
    std::uint64_t number = 0;
    std::from_chars(task, task + std::char_traits<char>::length(task), number);
    usage.mark += mixed(mixed(number) + numbers[2]); // in whatever order they are listed
    usage.isCounted = usage.isCounted || numbers[2] > 0;
}

void signalProcess(int folder, const char *process, int signal)
{
    const Fd fd(openat(folder, process, O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (fd)
        syscall(SYS_pidfd_send_signal, fd.get(), signal, nullptr, 0U);
}

} // namespace

Result<Fd> processesBelow(pid_t first)
{
    if (first <= 0)
        return Error{Errc::Unsupported,
                     "outside a sandbox nobody can tell which processes are a candidate's",
                     {},
                     "leave --no-sandbox out",
                     {}};
    const std::string path = "/proc/" + std::to_string(first) + "/root/proc";
    Fd folder(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    struct statfs facts = {};
    if (!folder || fstatfs(folder.get(), &facts) != 0)
        return systemError("cannot look at a sandbox's processes", path);
    if (facts.f_type != PROC_SUPER_MAGIC)
        return Error{Errc::Unsupported, "a sandbox has no /proc of its own", path, {}, {}};
    return folder;
}

void signalOthers(const Fd &processes, int signal)
{
    forNumbers(processes.get(), ".", [&](int folder, const char *process) {
        if (process != firstProcess)
            signalProcess(folder, process, signal);
    });
}

struct TaskFreezer::Seen {
    int processes = 0;
    bool areAllHeld = true;
    TaskUsage usage;
};

TaskFreezer::Seen TaskFreezer::stopAndLook() const
{
    Seen seen;
    forNumbers(m_processes.get(), ".", [&](int folder, const char *process) {
        ++seen.processes;
        bool isWholeHeld = true;
        forTasks(folder, process, [&](int tasks, const char *task) {
            // In this order: who is held now and runs later is counted once more.
            addUsage(tasks, task, seen.usage);
            isWholeHeld = isWholeHeld && isHeld(tasks, task);
        });
        if (!isWholeHeld)
            signalProcess(folder, process, SIGSTOP);
        seen.areAllHeld = seen.areAllHeld && isWholeHeld;
    });
    return seen;
}

TaskUsage TaskFreezer::usageNow() const
{
    TaskUsage usage;
    forNumbers(m_processes.get(), ".", [&](int folder, const char *process) {
        forTasks(folder, process,
                 [&](int tasks, const char *task) { addUsage(tasks, task, usage); });
    });
    return usage;
}

Status TaskFreezer::freeze(std::chrono::milliseconds patience)
{
    const auto begin = std::chrono::steady_clock::now();
    signalAll(SIGSTOP);
    std::optional<std::uint64_t> usedBefore; // when all had been told
    std::uint64_t usedLast = 0;
    int timesUsed = 0; // since then
    // Whoever still ran while others were already looked at may have continued one of those: of
    // several processes all must be seen stopped twice.
    for (int clean = 0;;) {
        const Seen seen = stopAndLook();
        clean = seen.areAllHeld ? clean + 1 : 0;
        if (clean > 1 || (clean == 1 && seen.processes <= 1)) {
            m_usage = seen.usage;
            m_isFrozen = true;
            return {};
        }
        const auto waited = std::chrono::steady_clock::now() - begin;
        const std::uint64_t used = seen.usage.nanoseconds;
        timesUsed += usedBefore && used > usedLast ? 1 : 0;
        usedLast = used;
        const bool resists
            = usedBefore && used > *usedBefore + moreThanAStop && timesUsed >= severalTimes;
        if (waited >= patience && (resists || !seen.usage.isCounted))
            return Error{Errc::Timeout, "the processes of a sandbox do not stop", {}, {}, {}};
        if (waited >= starvedPatience * patience)
            return Error{Errc::Busy,
                         "the processes of a sandbox get no processor on which they could stop",
                         {},
                         "run it again when less else runs on this machine",
                         {}};
        if (!usedBefore)
            usedBefore = used;
        // Not a yield: a thread that is ahead of them would get the processor back at once.
        if (!seen.areAllHeld)
            std::this_thread::sleep_for(betweenLooks);
    }
}

void TaskFreezer::thaw()
{
    m_isFrozen = false;
    signalAll(SIGCONT);
}

void TaskFreezer::signalAll(int signal) const
{
    signalOthers(m_processes, signal);
    signalProcess(m_processes.get(), firstProcess.data(), signal);
}

std::optional<std::uint64_t> TaskFreezer::ranFor() const
{
    const TaskUsage now = usageNow();
    if (!now.isCounted || now.mark == m_usage.mark)
        return std::nullopt;
    return now.nanoseconds > m_usage.nanoseconds ? now.nanoseconds - m_usage.nanoseconds : 0;
}

} // namespace loupe
