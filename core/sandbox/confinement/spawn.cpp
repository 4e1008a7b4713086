// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/confinement/spawn.h"

#include "core/sandbox/system/descriptors.h"
#include "core/sandbox/system/systemerror.h"

#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <linux/close_range.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace loupe {

namespace {

/// Everything the child uses between vfork and exec, prepared beforehand: the child shares our
/// memory and must not allocate.
struct Prepared {
    std::vector<char *> argv;
    std::vector<char *> environment;
    Fd emptyInput;
    Fd errorOut; ///< the child writes its errno here when it cannot exec
    pid_t parent = 0;
    std::vector<int> toMark; ///< descriptors that the child marks close-on-exec itself
};

/// Marks every descriptor not less than `first` close-on-exec; false before Linux 5.11.
bool markCloseOnExec(unsigned first)
{
    // Older glibc has no SYS_close_range.
    return syscall(__NR_close_range, first, ~0U, static_cast<unsigned>(CLOSE_RANGE_CLOEXEC)) == 0;
}

/// Returns what the child has to mark close-on-exec one by one: nothing where the kernel marks all.
std::vector<int> descriptorsToMark()
{
    static const bool kernelMarksAll = markCloseOnExec(~0U);
    return kernelMarksAll ? std::vector<int>() : openDescriptors(STDERR_FILENO + 1);
}

void restoreSignals()
{
    struct sigaction standard = {};
    standard.sa_handler = SIG_DFL;
    for (int number = 1; number < NSIG; ++number)
        sigaction(number, &standard, nullptr);
    sigset_t none;
    sigemptyset(&none);
    pthread_sigmask(SIG_SETMASK, &none, nullptr);
}

bool arrangeDescriptors(const SpawnRequest &request, const Prepared &prepared)
{
    const int input
        = request.standardInput >= 0 ? request.standardInput : prepared.emptyInput.get();
    const int output = request.standardOutput >= 0 ? request.standardOutput : request.outputFd;
    if (dup2(input, STDIN_FILENO) < 0 || dup2(output, STDOUT_FILENO) < 0
        || dup2(request.outputFd, STDERR_FILENO) < 0)
        return false;
    // A desktop application's libraries leave descriptors open that are not close-on-exec.
    if (!markCloseOnExec(STDERR_FILENO + 1)) {
        for (const int fd : prepared.toMark)
            fcntl(fd, F_SETFD, FD_CLOEXEC);
    }
    for (const int fd : request.keptFds) {
        if (fcntl(fd, F_SETFD, 0) < 0)
            return false;
    }
    return true;
}

bool becomeChild(const SpawnRequest &request, const Prepared &prepared)
{
    restoreSignals();
    setsid();
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != prepared.parent)
        return false;
    if (!arrangeDescriptors(request, prepared))
        return false;
    for (const int group : request.groups) {
        if (write(group, "0", 1) != 1)
            return false;
    }
    if (!request.workingFolder.empty() && chdir(request.workingFolder.c_str()) != 0)
        return false;
    for (const auto &[resource, values] : request.limits) {
        if (setrlimit(static_cast<__rlimit_resource>(resource), &values) != 0)
            return false;
    }
    execve(prepared.argv[0], prepared.argv.data(), prepared.environment.data());
    return false;
}

Error refused(const SpawnRequest &request, int code)
{
    return systemError("cannot start the program", request.argv.front(), code);
}

} // namespace

std::vector<char *> pointers(const std::vector<std::string> &texts)
{
    std::vector<char *> out;
    out.reserve(texts.size() + 1);
    for (const std::string &text : texts)
        out.push_back(const_cast<char *>(text.c_str()));
    out.push_back(nullptr);
    return out;
}

Result<Spawned> spawn(const SpawnRequest &request)
{
    int errorPipe[2];
    if (pipe2(errorPipe, O_CLOEXEC) != 0)
        return refused(request, errno);
    const Fd errorIn(errorPipe[0]);
    Prepared prepared{pointers(request.argv),
                      pointers(request.environment),
                      Fd(open("/dev/null", O_RDONLY | O_CLOEXEC)),
                      Fd(errorPipe[1]),
                      getpid(),
                      descriptorsToMark()};

    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    // vfork, because a desktop application's page tables take milliseconds to copy. The child makes
    // only system calls, on prepared data.
    const pid_t pid = vfork(); // NOLINT(clang-analyzer-security.insecureAPI.vfork)
    if (pid == 0) {
        // NOLINTBEGIN(clang-analyzer-unix.Vfork): system calls like those before exec
        becomeChild(request, prepared);
        const int code = errno;
        if (write(prepared.errorOut.get(), &code, sizeof code) < 0)
            _exit(126);
        _exit(127);
        // NOLINTEND(clang-analyzer-unix.Vfork)
    }
    const int vforkError = errno;
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    if (pid < 0)
        return refused(request, vforkError);

    prepared.errorOut = Fd();
    int code = 0;
    if (read(errorIn.get(), &code, sizeof code) == static_cast<ssize_t>(sizeof code)) {
        reap(pid);
        return refused(request, code);
    }
    Spawned spawned{pid, openPidFd(pid)};
    if (!spawned.pidFd) {
        const int failed = errno;
        ::kill(pid, SIGKILL);
        reap(pid);
        return refused(request, failed);
    }
    return spawned;
}

Fd openPidFd(pid_t pid)
{
    return Fd(static_cast<int>(syscall(SYS_pidfd_open, pid, 0U)));
}

void signalPidFd(const Fd &pidFd, int signal)
{
    if (pidFd)
        syscall(SYS_pidfd_send_signal, pidFd.get(), signal, nullptr, 0U);
}

std::optional<int> reap(pid_t pid)
{
    int status = 0;
    for (;;) {
        const pid_t ended = waitpid(pid, &status, 0);
        if (ended == pid)
            return status;
        if (errno != EINTR)
            return std::nullopt;
    }
}

} // namespace loupe
