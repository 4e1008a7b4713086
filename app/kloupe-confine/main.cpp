// SPDX-License-Identifier: Apache-2.0
//
// Drops, inside a sandbox, the privileges that a process can only drop for itself, and then
// executes the given program.
#include "core/sandbox/confinement/landlock.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <grp.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/keyctl.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace {

constexpr int failed = 126;
constexpr std::size_t maxFolders = 16;
constexpr std::size_t maxInstructions = BPF_MAXINSNS;

struct Order {
    unsigned long user = 0; ///< 0: keep the current user
    rlim_t processes = 0;   ///< 0: unlimited
    rlim_t fileBytes = 0;   ///< 0: unlimited
    bool hasLandlock = false;
    bool hasNetwork = false;
    int filter = -1;
    std::array<const char *, maxFolders> writable{};
    std::size_t folders = 0;
    const char *start = nullptr; ///< working folder
    char **program = nullptr;
};

[[noreturn]] void fail(const char *what, int code)
{
    char reason[128] = "";
    std::fprintf(stderr, "kloupe-confine: cannot %s: %s\n", what,
                 strerror_r(code, reason, sizeof reason));
    _exit(failed);
}

unsigned long number(const char *text)
{
    char *end = nullptr;
    errno = 0;
    const unsigned long value = std::strtoul(text, &end, 10);
    if (errno != 0 || end == text || *end != '\0')
        fail("read a number", EINVAL);
    return value;
}

Order orderFrom(char **word)
{
    Order order;
    for (; *word != nullptr; ++word) {
        if (std::strcmp(*word, "--") == 0) {
            order.program = word + 1;
            break;
        }
        if (std::strcmp(*word, "--landlock") == 0) {
            order.hasLandlock = true;
            continue;
        }
        if (std::strcmp(*word, "--network") == 0) {
            order.hasNetwork = true;
            continue;
        }
        const char *option = *word;
        const char *value = *++word;
        if (value == nullptr)
            break;
        if (std::strcmp(option, "--user") == 0)
            order.user = number(value);
        else if (std::strcmp(option, "--processes") == 0)
            order.processes = number(value);
        else if (std::strcmp(option, "--file-bytes") == 0)
            order.fileBytes = number(value);
        else if (std::strcmp(option, "--filter") == 0)
            order.filter = static_cast<int>(number(value));
        else if (std::strcmp(option, "--folder") == 0)
            order.start = value;
        else if (std::strcmp(option, "--writable") == 0 && order.folders < maxFolders)
            order.writable[order.folders++] = value;
        else
            fail("understand an option", EINVAL);
    }
    if (order.program == nullptr || *order.program == nullptr)
        fail("find what to start", EINVAL);
    return order;
}

/// Drops the bounding set and switches from root to `user`, which root cannot undo.
void becomeUser(unsigned long user)
{
    for (unsigned long capability = 0; prctl(PR_CAPBSET_READ, capability, 0, 0, 0) >= 0;
         ++capability) {
        if (prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) != 0)
            fail("drop the bounding set of capabilities", errno);
    }
    const auto id = static_cast<uid_t>(user);
    if (setgroups(0, nullptr) != 0 || setresgid(id, id, id) != 0 || setresuid(id, id, id) != 0)
        fail("become the sandbox's user", errno);
}

/// Drops every capability, and checks that none is left.
void dropCapabilities()
{
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
    __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    __user_cap_data_struct sets[_LINUX_CAPABILITY_U32S_3] = {};
    if (syscall(SYS_capset, &header, sets) != 0 || syscall(SYS_capget, &header, sets) != 0)
        fail("drop capabilities", errno);
    for (const __user_cap_data_struct &set : sets) {
        if ((set.effective | set.permitted | set.inheritable) != 0)
            fail("drop every capability", EPERM);
    }
}

void limit(__rlimit_resource what, rlim_t most)
{
    const rlimit both{most, most};
    if (most != 0 && setrlimit(what, &both) != 0)
        fail("limit processes and files", errno);
}

/// Installs the system call filter. Reads it with pread, because other processes share the
/// descriptor's offset.
void filterCalls(int descriptor)
{
    static std::array<sock_filter, maxInstructions> instructions;
    const ssize_t bytes
        = pread(descriptor, instructions.data(), instructions.size() * sizeof(sock_filter), 0);
    if (bytes <= 0 || static_cast<std::size_t>(bytes) % sizeof(sock_filter) != 0)
        fail("read the filter of system calls", bytes < 0 ? errno : EINVAL);
    close(descriptor);
    const auto count = static_cast<std::size_t>(bytes) / sizeof(sock_filter);
    const sock_fprog program{static_cast<unsigned short>(count), instructions.data()};
    // Kernels that mitigate Spectre in filtered processes would slow down timed code; SPEC_ALLOW
    // prevents that.
    if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW, &program)
        != 0)
        fail("filter system calls", errno);
}

} // namespace

int main(int, char **words)
{
    const Order order = orderFrom(words + 1);
    if (order.user != 0)
        becomeUser(order.user);
    dropCapabilities();
    if (order.start != nullptr && chdir(order.start) != 0)
        fail("enter the working folder", errno);
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        fail("give up new privileges", errno);
    // Joining fails where the kernel has no keyrings or a container forbids it. Then there are no
    // keys to inherit.
    syscall(SYS_keyctl, KEYCTL_JOIN_SESSION_KEYRING, nullptr);
    limit(RLIMIT_NPROC, order.processes);
    limit(RLIMIT_FSIZE, order.fileBytes);
    if (order.hasLandlock) {
        const std::span writable(order.writable.data(), order.folders);
        if (const int code = loupe::landlock::renounce(writable, order.hasNetwork); code != 0)
            fail("restrict itself by Landlock", code);
    }
    if (order.filter >= 0)
        filterCalls(order.filter);
    execv(order.program[0], order.program);
    fail(order.program[0], errno);
}
