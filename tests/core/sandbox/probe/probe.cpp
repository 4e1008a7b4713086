// SPDX-License-Identifier: Apache-2.0
//
// sandbox_probe WHAT [ARGUMENT]: tries it and prints "done" or the name of the error.
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

constexpr std::size_t mebi = std::size_t{1} << 20;

long call(long number, long a = 0, long b = 0, long c = 0, long d = 0, long e = 0)
{
    return syscall(number, a, b, c, d, e);
}

long makeSocket(int family)
{
    return socket(family, SOCK_DGRAM, 0);
}

long cloneWith(long flags)
{
    const long child = syscall(SYS_clone, flags | SIGCHLD, 0, 0, 0, 0);
    if (child == 0)
        _exit(0);
    if (child > 0)
        waitpid(static_cast<pid_t>(child), nullptr, 0);
    return child;
}

/// Returns 0 if no capability is left in any set, else -1 with errno EISDIR.
long capabilitiesLeft()
{
    __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    __user_cap_data_struct sets[_LINUX_CAPABILITY_U32S_3] = {};
    if (syscall(SYS_capget, &header, sets) != 0)
        return -1;
    long left = 0;
    for (const auto &set : sets)
        left += set.effective != 0 || set.permitted != 0 || set.inheritable != 0 ? 1 : 0;
    for (unsigned long each = 0; each <= CAP_LAST_CAP; ++each)
        left += prctl(PR_CAPBSET_READ, each, 0, 0, 0) == 1 ? 1 : 0;
    if (left == 0)
        return 0;
    errno = EISDIR; // an error that nothing else here causes
    return -1;
}

long writeTo(const std::string &path)
{
    const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    return file < 0 ? -1 : write(file, "x", 1);
}

long moveBetweenFolders()
{
    if (mkdir("/tmp/a", 0700) != 0 || mkdir("/tmp/b", 0700) != 0 || writeTo("/tmp/a/file") < 0)
        return -1;
    return rename("/tmp/a/file", "/tmp/b/file");
}

/// Touches this many megabytes of anonymous memory, or of a memfd or tmpfs file.
long touch(const std::string &kind, std::size_t megabytes)
{
    const std::size_t bytes = megabytes * mebi;
    int flags = MAP_PRIVATE | MAP_ANONYMOUS;
    int file = -1;
    if (kind == "memfd" || kind == "tmpfs") {
        file = kind == "memfd" ? memfd_create("probe", 0)
                               : open("/tmp/probe", O_RDWR | O_CREAT | O_CLOEXEC, 0600);
        if (file < 0 || ftruncate(file, static_cast<off_t>(bytes)) != 0)
            return -1;
        flags = MAP_SHARED;
    }
    void *memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, flags, file, 0);
    if (memory == MAP_FAILED)
        return -1;
    std::memset(memory, 1, bytes);
    return 0;
}

/// Forks `wanted` children that live at the same time. Returns -1 with errno if that fails.
long fork(long wanted)
{
    std::vector<pid_t> children;
    long result = 0;
    while (static_cast<long>(children.size()) < wanted && result == 0) {
        const pid_t child = ::fork();
        if (child == 0) {
            pause();
            _exit(0);
        }
        if (child < 0)
            result = -1;
        else
            children.push_back(child);
    }
    const int code = errno;
    for (const pid_t child : children)
        ::kill(child, SIGKILL);
    while (wait(nullptr) > 0) { }
    errno = code;
    return result;
}

/// Does what honest code does: threads, subprocesses, sockets, run-time code.
long workHonestly()
{
    std::thread([] {}).join();
    if (std::system("true | cat") != 0 || makeSocket(AF_UNIX) < 0 || makeSocket(AF_INET) < 0)
        return -1;
    void *code = mmap(nullptr, mebi, PROT_READ | PROT_WRITE | PROT_EXEC,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    cpu_set_t processors;
    if (code == MAP_FAILED || sched_getaffinity(0, sizeof processors, &processors) != 0
        || sched_setaffinity(0, sizeof processors, &processors) != 0)
        return -1;
    return moveBetweenFolders();
}

/// Asks for no processor at all, which a kernel would refuse; -1 unless that is ignored.
long chooseProcessors()
{
    const auto allowed = [] {
        cpu_set_t processors;
        CPU_ZERO(&processors);
        sched_getaffinity(0, sizeof processors, &processors);
        return processors;
    };
    const cpu_set_t before = allowed();
    cpu_set_t none;
    CPU_ZERO(&none);
    if (sched_setaffinity(0, sizeof none, &none) != 0)
        return -1;
    const cpu_set_t after = allowed();
    return CPU_EQUAL(&before, &after) ? 0 : -1;
}

using Trial = std::function<long(const std::string &)>;

std::map<std::string, Trial> trials()
{
    const auto number = [](const std::string &text) { return std::atol(text.c_str()); };
    return {
        {"honest", [](const std::string &) { return workHonestly(); }},
        {"capabilities", [](const std::string &) { return capabilitiesLeft(); }},
        {"processors", [](const std::string &) { return chooseProcessors(); }},
        {"socket", [=](const std::string &a) { return makeSocket(static_cast<int>(number(a))); }},
        {"call", [=](const std::string &a) { return call(number(a)); }},
        {"ptrace", [](const std::string &) { return ptrace(PTRACE_TRACEME, 0, nullptr, nullptr); }},
        {"unshare", [](const std::string &) { return long{unshare(CLONE_NEWUSER)}; }},
        {"clone", [](const std::string &) { return cloneWith(CLONE_NEWUSER); }},
        {"mount",
         [](const std::string &) { return long{mount("none", "/tmp", "tmpfs", 0, nullptr)}; }},
        {"prlimit",
         [](const std::string &) {
             const rlimit limit{20, 20};
             return call(SYS_prlimit64, getppid(), RLIMIT_NOFILE, reinterpret_cast<long>(&limit),
                         0);
         }},
        {"input",
         [](const std::string &) {
             char letter = 'x';
             return long{ioctl(0, TIOCSTI, &letter)};
         }},
        {"write", writeTo},
        {"signal", [](const std::string &) { return long{::kill(1, 0)}; }},
        {"anonymous", [=](const std::string &a) { return touch("anonymous", number(a)); }},
        {"memfd", [=](const std::string &a) { return touch("memfd", number(a)); }},
        {"tmpfs", [=](const std::string &a) { return touch("tmpfs", number(a)); }},
        {"fork", [=](const std::string &a) { return fork(number(a)); }},
    };
}

} // namespace

int main(int count, char **words)
{
    const auto known = trials();
    const auto found = known.find(count > 1 ? words[1] : "");
    if (found == known.end())
        return 2;
    errno = 0;
    if (found->second(count > 2 ? words[2] : "") < 0)
        std::puts(strerrorname_np(errno));
    else
        std::puts("done");
    return 0;
}
