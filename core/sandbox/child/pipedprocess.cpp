// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/child/pipedprocess.h"

#include "core/base/files.h"
#include "core/sandbox/confinement/spawn.h"
#include "core/sandbox/system/descriptors.h"
#include "core/sandbox/system/outputtail.h"
#include "core/sandbox/system/systemerror.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace loupe {

namespace fs = std::filesystem;

namespace {

/// Time for a process to end by itself, so that its last output arrives.
constexpr std::chrono::seconds partingTime{2};
constexpr int giftFd = 3;
constexpr std::size_t maxProgramOutputBytes = std::size_t{64} << 20;

/// Descriptors that become the standard ones; -1: /dev/null.
struct StandardStreams {
    int in = -1;
    int out = -1;
    int error = -1;
};

Result<pid_t> spawnProgram(const std::vector<std::string> &argv, const StandardStreams &streams,
                           short group, const PipedGifts &gifts = {})
{
    std::vector<char *> words = pointers(argv);
    std::vector<char *> given;
    if (gifts.environment)
        given = pointers(*gifts.environment);

    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    const auto become = [&](int fd, int standard) {
        if (fd < 0)
            posix_spawn_file_actions_addopen(&actions, standard, "/dev/null", O_RDWR, 0);
        else
            posix_spawn_file_actions_adddup2(&actions, fd, standard);
    };
    become(streams.in, STDIN_FILENO);
    become(streams.out, STDOUT_FILENO);
    become(streams.error, STDERR_FILENO);
    if (gifts.fd >= 0)
        posix_spawn_file_actions_adddup2(&actions, gifts.fd, giftFd);
    addCloseFrom(actions, gifts.fd >= 0 ? giftFd + 1 : STDERR_FILENO + 1);

    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t none;
    sigset_t all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(
        &attributes, static_cast<short>(group | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF));
    pid_t pid = -1;
    const int code = posix_spawnp(&pid, words.front(), &actions, &attributes, words.data(),
                                  gifts.environment ? given.data() : environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    if (code == ENOENT)
        return Error{Errc::Environment, "the program " + argv.front() + " is missing", argv.front(),
                     "install it, or add its folder to PATH"};
    if (code != 0)
        return systemError("cannot start the program", argv.front(), code);
    return pid;
}

/// Returns false at the end of the stream.
bool readMore(int fd, std::string &text)
{
    std::array<char, 1 << 16> bytes; // NOLINT(cppcoreguidelines-pro-type-member-init)
    const ssize_t count = read(fd, bytes.data(), bytes.size());
    if (count > 0)
        text.append(bytes.data(), static_cast<std::size_t>(count));
    return count > 0 || (count < 0 && errno == EINTR);
}

Fd openLog(const fs::path &file)
{
    return Fd(open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600));
}

} // namespace

Result<PipedProcess> PipedProcess::start(const std::vector<std::string> &argv,
                                         const fs::path &errorFile, const PipedGifts &gifts)
{
    auto toIt = makePipe();
    if (!toIt)
        return toIt.error();
    auto fromIt = makePipe();
    if (!fromIt)
        return fromIt.error();
    const Fd log = openLog(errorFile);
    const auto pid = spawnProgram(argv, {toIt->in.get(), fromIt->out.get(), log.get()},
                                  POSIX_SPAWN_SETPGROUP, gifts);
    if (!pid)
        return pid.error();
    PipedProcess process;
    process.m_pid = *pid;
    process.m_input = std::move(toIt->out);
    process.m_output = std::move(fromIt->in);
    return process;
}

PipedProcess::PipedProcess(PipedProcess &&other) noexcept
    : m_pid(std::exchange(other.m_pid, -1))
    , m_input(std::move(other.m_input))
    , m_output(std::move(other.m_output))
{
}

PipedProcess::~PipedProcess()
{
    if (m_pid < 0)
        return;
    m_input = Fd();
    m_output = Fd();
    const auto deadline = std::chrono::steady_clock::now() + partingTime;
    while (std::chrono::steady_clock::now() < deadline) {
        if (waitpid(m_pid, nullptr, WNOHANG) != 0)
            return;
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    kill(m_pid, SIGKILL);
    reap(m_pid);
}

Result<ProgramAnswer> runProgram(const std::vector<std::string> &argv, double seconds)
{
    auto out = makePipe();
    if (!out)
        return out.error();
    auto error = makePipe();
    if (!error)
        return error.error();
    const auto pid
        = spawnProgram(argv, {-1, out->out.get(), error->out.get()}, POSIX_SPAWN_SETPGROUP);
    if (!pid)
        return pid.error();
    out->out = Fd();
    error->out = Fd();
    const Fd process = openPidFd(*pid);
    if (!process) {
        const Error unwatched = systemError("cannot watch the program", argv.front());
        kill(*pid, SIGKILL);
        reap(*pid);
        return unwatched;
    }
    ProgramAnswer answer;
    const auto deadline = std::chrono::steady_clock::now()
        + std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000));
    const auto left = [deadline] {
        return std::max(std::chrono::ceil<std::chrono::milliseconds>(
                            deadline - std::chrono::steady_clock::now()),
                        std::chrono::milliseconds(0));
    };
    std::array<pollfd, 2> waiting{pollfd{out->in.get(), POLLIN, 0},
                                  pollfd{error->in.get(), POLLIN, 0}};
    bool isTooLong = false;
    while ((waiting[0].fd >= 0 || waiting[1].fd >= 0) && !answer.isTimeout && !isTooLong) {
        const int ready = poll(waiting.data(), waiting.size(), static_cast<int>(left().count()));
        if (ready < 0 && errno == EINTR)
            continue;
        answer.isTimeout = ready <= 0;
        for (pollfd &each : waiting) {
            if (each.fd >= 0 && each.revents != 0
                && !readMore(each.fd, each.fd == out->in.get() ? answer.output : answer.errors))
                each.fd = -1;
        }
        isTooLong = answer.output.size() + answer.errors.size() > maxProgramOutputBytes;
    }
    // It may run on after it has closed both streams.
    if (!answer.isTimeout && !isTooLong)
        answer.isTimeout = !awaitReadable(process, left());
    if (answer.isTimeout || isTooLong)
        kill(*pid, SIGKILL);
    const auto status = reap(*pid);
    if (!status)
        return systemError("the system does not tell how the program ended", argv.front());
    answer.exitCode = WIFEXITED(*status) ? WEXITSTATUS(*status) : 128 + WTERMSIG(*status);
    answer.output = validUtf8(answer.output);
    answer.errors = validUtf8(answer.errors);
    return answer;
}

Status startDetached(const std::vector<std::string> &argv, const fs::path &logFile)
{
    const Fd log = openLog(logFile);
    const auto pid = spawnProgram(argv, {-1, log.get(), log.get()}, POSIX_SPAWN_SETSID);
    return pid ? Status() : Status(pid.error());
}

} // namespace loupe
