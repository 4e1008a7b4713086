// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/child/childprocess.h"

#include "core/base/result.h"
#include "core/sandbox/confinement/bubblewrap.h"
#include "core/sandbox/confinement/spawn.h"
#include "core/sandbox/control/controlgroup.h"
#include "core/sandbox/control/groupfolders.h"
#include "core/sandbox/control/sandboxtasks.h"
#include "core/sandbox/system/childspec.h"
#include "core/sandbox/system/descriptors.h"
#include "core/sandbox/system/outputtail.h"
#include "core/sandbox/system/processlisting.h"
#include "core/sandbox/system/systemerror.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <condition_variable>
#include <csignal>
#include <cstdint>
#include <future>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace loupe {

namespace {

/// Returns the resource limits (RLIMIT_…) of each process of a child.
std::vector<std::pair<int, rlimit>> resourceLimits(const ChildSpec &spec)
{
    std::vector<std::pair<int, rlimit>> limits;
    const auto limit = [&](int resource, rlim_t soft, rlim_t hard) {
        limits.emplace_back(resource, rlimit{soft, hard});
    };
    limit(RLIMIT_CORE, 0, 0);
    if (spec.memoryBytes > 0)
        limit(RLIMIT_AS, static_cast<rlim_t>(spec.memoryBytes),
              static_cast<rlim_t>(spec.memoryBytes));
    if (spec.cpuSeconds > 0) {
        const auto seconds = static_cast<rlim_t>(std::ceil(spec.cpuSeconds));
        limit(RLIMIT_CPU, seconds, seconds + 1);
    }
    if (spec.fileBytes > 0 && spec.mode == SandboxMode::None) // in a sandbox, its helper sets it
        limit(RLIMIT_FSIZE, static_cast<rlim_t>(spec.fileBytes),
              static_cast<rlim_t>(spec.fileBytes));
    return limits;
}

/// Creates the control group that limits all processes of a confined child together. Null if none
/// can be made; then the limits hold for each process alone.
Result<std::unique_ptr<ControlGroup>> limitingGroup(const ChildSpec &spec)
{
    const Result<GroupFolders> &place = groupFolders();
    if (!place || (spec.treeMemoryBytes <= 0 && spec.processes <= 0))
        return std::unique_ptr<ControlGroup>();
    // Stays below the machine's memory; otherwise the kernel's OOM killer could choose an unrelated
    // process.
    const std::int64_t most = sysconf(_SC_PHYS_PAGES) * sysconf(_SC_PAGESIZE) / 10 * 9;
    const std::int64_t memory = std::min(spec.treeMemoryBytes, most);
    return ControlGroup::create(*place, {memory, spec.processes});
}

using SteadyClock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds initPatience{5000};
constexpr std::chrono::milliseconds groupPatience{1000}; ///< a killed process needs microseconds
constexpr int shellSignalBase = 128; // bubblewrap reports a signal n as exit code 128 + n

/// Creates a pipe that is read without waiting.
Result<Pipe> makeUnblockedPipe()
{
    Result<Pipe> made = makePipe();
    if (made)
        fcntl(made->in.get(), F_SETFL, O_NONBLOCK);
    return made;
}

double seconds(const timeval &time)
{
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

/// Child process with the thread that starts it, drains its output and waits for its end. The child
/// dies with that thread, so the thread lives as long as the child.
class MonitoredChild final : public ChildProcess
{
public:
    MonitoredChild(const ChildSpec &spec, FirstProcess first, Fd wake, Pipe output, Pipe info)
        : m_maxOutputBytes(spec.maxOutputBytes)
        , m_confined(info.in)
        , m_first(first)
        , m_wake(std::move(wake))
        , m_output(std::move(output))
        , m_info(std::move(info))
        , m_kept(spec.keptOutputBytes)
    {
    }
    MonitoredChild(const MonitoredChild &) = delete;
    MonitoredChild &operator=(const MonitoredChild &) = delete;
    ~MonitoredChild() override
    {
        if (m_monitor.joinable()) {
            kill();
            m_monitor.join();
        }
    }

    Status run(SpawnRequest request, std::unique_ptr<ControlGroup> group)
    {
        request.outputFd = m_output.out.get();
        if (group)
            request.groups = group->entrances();
        m_group = std::move(group);
        std::promise<Status> started;
        std::future<Status> outcome = started.get_future();
        m_monitor = std::thread([this, request = std::move(request), &started] {
            m_start = SteadyClock::now();
            Result<Spawned> spawned = spawn(request);
            m_output.out = Fd();
            m_info.out = Fd();
            if (!spawned) {
                started.set_value(spawned.error());
                return;
            }
            m_child = std::move(spawned).value();
            started.set_value({});
            monitor();
        });
        return outcome.get();
    }

    ChildEnd wait(SteadyClock::time_point deadline, std::stop_token stop) override
    {
        std::unique_lock lock(m_mutex);
        const auto ended = [this] { return m_hasEnded; };
        if (!m_changed.wait_until(lock, stop, deadline, ended)) {
            requestKill(stop.stop_requested() ? ChildEnd::Kind::Cancelled
                                              : ChildEnd::Kind::TimedOut);
            m_changed.wait(lock, ended);
        }
        return m_end;
    }

    void kill() override
    {
        const std::lock_guard lock(m_mutex);
        requestKill(ChildEnd::Kind::Signalled);
    }

    void tellToEnd() override
    {
        const std::lock_guard lock(m_mutex);
        if (m_isReaped)
            return;
        if (!m_confined) {
            ::kill(-m_child.pid, SIGTERM);
            return;
        }
        // Signalling the group would also end bubblewrap's own processes, and with them all others
        // at once.
        if (const auto processes = processesBelow(m_initNumber))
            signalOthers(*processes, SIGTERM);
    }

    bool hasEnded() override
    {
        const std::lock_guard lock(m_mutex);
        return m_hasEnded;
    }

    std::string outputSoFar() override
    {
        const std::lock_guard lock(m_mutex);
        return m_kept.text();
    }

    Result<Fd> processes() override
    {
        const auto isKnown = [this] { return !m_confined || m_initNumber > 0 || m_hasEnded; };
        std::unique_lock lock(m_mutex);
        m_changed.wait_for(lock, initPatience, isKnown);
        return processesBelow(m_initNumber);
    }

    FirstProcess firstProcess() const override { return m_first; }

    Status putAhead() override
    {
        const std::lock_guard lock(m_mutex);
        return loupe::putAhead(m_initNumber);
    }

    Status runOn(const std::vector<int> &processors) override
    {
        const std::lock_guard lock(m_mutex);
        return m_hasEnded ? Status() : loupe::runOn(m_initNumber, processors);
    }

    ProcessorWaits waits() override
    {
        const std::lock_guard lock(m_mutex);
        return m_hasEnded ? ProcessorWaits() : processorWaits(m_initNumber);
    }

    std::vector<int> groupEntrances() const override
    {
        return m_group ? m_group->entrances() : std::vector<int>();
    }

    std::int64_t memoryKills() const override { return m_group ? m_group->memoryKills() : 0; }

private:
    /// Requests a kill; the first reason is kept. m_mutex must be held.
    void requestKill(ChildEnd::Kind reason)
    {
        if (m_killReason || m_hasEnded)
            return;
        m_killReason = reason;
        const std::uint64_t one = 1;
        if (write(m_wake.get(), &one, sizeof one) < 0)
            signalPidFd(m_child.pidFd, SIGKILL); // cannot fail on a fresh counter; never hang
    }

    void monitor()
    {
        std::array<pollfd, 4> entries{{{m_child.pidFd.get(), POLLIN, 0},
                                       {m_output.in.get(), POLLIN, 0},
                                       {m_info.in.get(), POLLIN, 0},
                                       {m_wake.get(), POLLIN, 0}}};
        for (;;) {
            if (poll(entries.data(), entries.size(), -1) < 0)
                continue; // EINTR
            if (entries[2].revents != 0 && !readInfo())
                entries[2].fd = -1;
            if (entries[1].revents != 0 && !drainOutput())
                entries[1].fd = -1;
            if (entries[3].revents != 0) {
                killTree();
                entries[3].fd = -1;
            }
            if (entries[0].revents != 0)
                break;
        }
        finish();
    }

    /// Stores the available output. Returns false at the end of the stream.
    bool drainOutput()
    {
        std::array<char, 65536> buffer;
        for (;;) {
            const ssize_t got = read(m_output.in.get(), buffer.data(), buffer.size());
            if (got < 0 && errno == EINTR)
                continue;
            if (got <= 0)
                return got < 0;
            const std::lock_guard lock(m_mutex);
            m_kept.add({buffer.data(), static_cast<std::size_t>(got)});
            if (m_kept.total() > m_maxOutputBytes) {
                requestKill(ChildEnd::Kind::OutputFlood);
                return true;
            }
        }
    }

    /// Bubblewrap writes {"child-pid": N, …} once the sandbox's init process exists.
    bool readInfo()
    {
        std::array<char, 512> buffer;
        const ssize_t got = read(m_info.in.get(), buffer.data(), buffer.size());
        if (got <= 0)
            return got < 0 && (errno == EAGAIN || errno == EINTR);
        m_infoText.append(buffer.data(), static_cast<std::size_t>(got));
        constexpr std::string_view key = "\"child-pid\":";
        const std::size_t found = m_infoText.find(key);
        if (found == std::string::npos || m_infoText.find('}') == std::string::npos || m_init)
            return true;
        const pid_t number = std::atoi(m_infoText.c_str() + found + key.size());
        m_init = openPidFd(number);
        const std::lock_guard lock(m_mutex);
        m_initNumber = number;
        m_changed.notify_all();
        return true;
    }

    void killTree()
    {
        signalPidFd(m_init, SIGKILL);
        // The group is killed in a sandbox, too. If bubblewrap dies while it starts, one half of it
        // waits forever for the other, and its init process is unknown.
        ::kill(-m_child.pid, SIGKILL);
        signalPidFd(m_child.pidFd, SIGKILL);
    }

    /// Waits for the sandbox's init process, which ends only after everything else in the sandbox.
    void awaitInit()
    {
        while (!m_init && awaitReadable(m_info.in, initPatience)) {
            if (!readInfo())
                break;
        }
        if (!m_init)
            return;
        signalPidFd(m_init, SIGKILL);
        awaitReadable(m_init, initPatience);
    }

    /// Waits for the end of the child's killed process group. These processes are not our children,
    /// so only polling shows when they are gone.
    void awaitGroup() const
    {
        const auto patienceEnd = SteadyClock::now() + groupPatience;
        while (::kill(-m_child.pid, 0) == 0 && SteadyClock::now() < patienceEnd)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }

    /// Ends what the child left behind, and stores how it ended. It has ended, but is not reaped.
    void finish()
    {
        const auto end = SteadyClock::now();
        if (m_confined)
            awaitInit();
        // Once the child is reaped, another process group may get its number.
        if (!m_init)
            ::kill(-m_child.pid, SIGKILL);
        int status = 0;
        rusage usage{};
        {
            const std::lock_guard lock(m_mutex);
            m_isReaped = true;
            while (wait4(m_child.pid, &status, 0, &usage) < 0 && errno == EINTR) { }
        }
        if (!m_init)
            awaitGroup();
        drainOutput();

        const std::lock_guard lock(m_mutex);
        m_end.wallSeconds = std::chrono::duration<double>(end - m_start).count();
        if (!m_confined) {
            m_end.cpuSeconds = seconds(usage.ru_utime) + seconds(usage.ru_stime);
            m_end.maxResidentBytes = static_cast<std::int64_t>(usage.ru_maxrss) * 1024;
        }
        m_end.memoryKills = memoryKills();
        m_end.output = m_kept.text();
        if (const std::string limit = m_group ? m_group->exceeded() : std::string(); !limit.empty())
            m_end.output += "\nkloupe: " + limit + "\n";
        describe(status);
        m_hasEnded = true;
        m_changed.notify_all();
    }

    void describe(int status)
    {
        m_end.kind = WIFSIGNALED(status) ? ChildEnd::Kind::Signalled : ChildEnd::Kind::Exited;
        m_end.code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
        if (m_confined && m_end.kind == ChildEnd::Kind::Exited && m_end.code > shellSignalBase
            && m_end.code < shellSignalBase + NSIG) {
            m_end.kind = ChildEnd::Kind::Signalled;
            m_end.code -= shellSignalBase;
        }
        if (m_killReason && *m_killReason != ChildEnd::Kind::Signalled)
            m_end.kind = *m_killReason;
    }

    const std::size_t m_maxOutputBytes;
    const bool m_confined;
    const FirstProcess m_first;
    Fd m_wake;
    Pipe m_output;
    Pipe m_info; ///< empty without bubblewrap
    std::unique_ptr<ControlGroup> m_group;
    std::thread m_monitor;

    // Used by the monitor thread only, and before it starts.
    SteadyClock::time_point m_start;
    Spawned m_child;
    Fd m_init;
    std::string m_infoText;

    std::mutex m_mutex; ///< guards what follows
    std::condition_variable_any m_changed;
    OutputTail m_kept;
    ChildEnd m_end;
    std::optional<ChildEnd::Kind> m_killReason;
    pid_t m_initNumber = 0;  ///< of the sandbox's init process, in our own PID namespace
    bool m_isReaped = false; ///< its number may be another process's
    bool m_hasEnded = false;
};

Result<std::unique_ptr<ChildProcess>> startChild(const ChildSpec &spec, const Confinement *how)
{
    if (spec.argv.empty() || spec.argv.front().empty() || spec.argv.front().front() != '/')
        return Error{Errc::Internal, "a child's program must be an absolute path"};
    Result<Pipe> output = makeUnblockedPipe();
    if (!output)
        return output.error();
    Fd wake(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    if (!wake)
        return systemError("cannot make an event counter");

    Pipe info;
    SpawnRequest request;
    std::unique_ptr<ControlGroup> group;
    if (how != nullptr) {
        auto limited = limitingGroup(spec);
        if (!limited)
            return limited.error();
        group = std::move(limited).value();
        Result<Pipe> made = makeUnblockedPipe();
        if (!made)
            return made.error();
        info = std::move(made).value();
        Result<SpawnRequest> command = confinedCommand(spec, *how, info.out.get());
        if (!command)
            return command.error();
        request = std::move(command).value();
    } else {
        request.argv = spec.argv;
        request.keptFds = spec.inheritedFds;
        request.workingFolder = spec.scratch ? spec.scratch->string() : std::string();
    }
    request.standardInput = spec.inputFd;
    request.standardOutput = spec.outputFd;
    for (const auto &[name, value] : spec.environment)
        request.environment.emplace_back(name).append("=").append(value);
    request.limits = resourceLimits(spec);

    const bool isApart = how != nullptr && isFirstApart(spec, *how);
    auto child = std::make_unique<MonitoredChild>(
        spec, isApart ? FirstProcess::StaysOut : FirstProcess::IsStopped, std::move(wake),
        std::move(output).value(), std::move(info));
    if (Status started = child->run(std::move(request), std::move(group)); !started)
        return started.error();
    return std::unique_ptr<ChildProcess>(std::move(child));
}

} // namespace

Result<std::unique_ptr<ChildProcess>> startConfined(const ChildSpec &spec, const Confinement &how)
{
    return startChild(spec, &how);
}

Result<std::unique_ptr<ChildProcess>> startUnconfined(const ChildSpec &spec)
{
    return startChild(spec, nullptr);
}

} // namespace loupe
