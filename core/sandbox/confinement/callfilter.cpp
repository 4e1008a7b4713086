// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/confinement/callfilter.h"

#include "core/sandbox/system/systemerror.h"

#ifdef LOUPE_HAVE_SECCOMP

#include "core/sandbox/confinement/callpolicy.h"

#include <cerrno>
#include <cstdint>
#include <memory>

#include <fcntl.h>
#include <linux/fs.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>

#endif

namespace loupe {

#ifdef LOUPE_HAVE_SECCOMP

namespace {

using Context = std::unique_ptr<void, decltype(&seccomp_release)>;

constexpr std::uint64_t namespaceFlags = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC
    | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET;
constexpr std::uint64_t askPersona = 0xffffffff;

/// Rules of one filter under construction; keeps the first failure.
class Rules
{
public:
    explicit Rules(scmp_filter_ctx context) : m_context(context) { }

    /// Adds a rule. A name unknown to this libseccomp is skipped; that call gets the default
    /// action.
    void add(const char *name, std::uint32_t action)
    {
        if (const int number = seccomp_syscall_resolve_name(name); number != __NR_SCMP_ERROR)
            keep(seccomp_rule_add_array(m_context, action, number, 0, nullptr));
    }
    void add(const char *name, std::uint32_t action, const scmp_arg_cmp &argument)
    {
        if (const int number = seccomp_syscall_resolve_name(name); number != __NR_SCMP_ERROR)
            keep(seccomp_rule_add_array(m_context, action, number, 1, &argument));
    }
    void set(scmp_filter_attr attribute, std::uint32_t value)
    {
        keep(seccomp_attr_set(m_context, attribute, value));
    }
    int failure() const { return m_failure; }

private:
    void keep(int code)
    {
        if (m_failure == 0)
            m_failure = code;
    }
    scmp_filter_ctx m_context;
    int m_failure = 0;
};

scmp_arg_cmp is(unsigned argument, std::uint64_t value)
{
    return {argument, SCMP_CMP_EQ, value, 0};
}

/// Allows sockets that stay within the sandbox. Other families reach the host past its network
/// namespace (AF_VSOCK), rarely used kernel code, or devices.
void addSockets(Rules &rules)
{
    for (const int family : {AF_UNIX, AF_INET, AF_INET6})
        rules.add("socket", SCMP_ACT_ALLOW, is(0, static_cast<std::uint64_t>(family)));
    for (int family = 0; family < AF_INET6; ++family) {
        if (family != AF_UNIX && family != AF_INET)
            rules.add("socket", SCMP_ACT_ERRNO(EAFNOSUPPORT),
                      is(0, static_cast<std::uint64_t>(family)));
    }
    rules.add("socket", SCMP_ACT_ERRNO(EAFNOSUPPORT), {0, SCMP_CMP_GT, AF_INET6, 0});
    rules.add("socketpair", SCMP_ACT_ALLOW, is(0, AF_UNIX));
}

/// Allows ioctl: any for GPUs, otherwise only terminal queries and file cloning.
void addDeviceCalls(Rules &rules, CallPlatform platform)
{
    if (platform == CallPlatform::Gpu) {
        rules.add("ioctl", SCMP_ACT_ALLOW);
        return;
    }
    constexpr std::uint64_t terminalSettings2 = 0x802c542a; // TCGETS2, which sys/ioctl.h lacks
    for (const std::uint64_t request :
         {std::uint64_t{TCGETS}, terminalSettings2, std::uint64_t{TIOCGWINSZ},
          std::uint64_t{TIOCGPGRP}, std::uint64_t{FIONREAD}, std::uint64_t{FIONBIO},
          std::uint64_t{FIOCLEX}, std::uint64_t{FIONCLEX}, std::uint64_t{FICLONE},
          std::uint64_t{FICLONERANGE}, std::uint64_t{FS_IOC_GETFLAGS}})
        rules.add("ioctl", SCMP_ACT_ALLOW, is(1, request));
}

void addByArgument(Rules &rules, CallPlatform platform)
{
    addSockets(rules);
    addDeviceCalls(rules, platform);
    // clone3 passes its flags in memory, which no filter can read. Without it, libraries fall back
    // to clone.
    rules.add("clone", SCMP_ACT_ALLOW, {0, SCMP_CMP_MASKED_EQ, namespaceFlags, 0});
    rules.add("prlimit64", SCMP_ACT_ALLOW, is(0, 0));
    rules.add("prlimit64", SCMP_ACT_ERRNO(EPERM), {0, SCMP_CMP_NE, 0, 0});
    rules.add("personality", SCMP_ACT_ALLOW, is(0, 0));
    rules.add("personality", SCMP_ACT_ALLOW, is(0, askPersona));
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    rules.add("ptrace", SCMP_ACT_ALLOW); // LeakSanitizer stops its own threads with it
#else
    rules.add("ptrace", SCMP_ACT_ERRNO(EPERM));
#endif
}

Error filterError(int code)
{
    return systemError("cannot make the filter of system calls", "libseccomp", -code);
}

Result<Fd> makeFilter(CallPlatform platform)
{
    const Context context(seccomp_init(SCMP_ACT_ERRNO(ENOSYS)), &seccomp_release);
    if (!context)
        return filterError(-ENOMEM);
    Rules rules(context.get());
    rules.set(SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
    rules.set(SCMP_FLTATR_CTL_OPTIMIZE, 2); // binary tree by number: ten comparisons instead of
                                            // hundreds
    const CallPolicy policy = callPolicy();
    for (const char *name : policy.allowed)
        rules.add(name, SCMP_ACT_ALLOW);
    for (const char *name : policy.refused)
        rules.add(name, SCMP_ACT_ERRNO(EPERM));
    for (const char *name : policy.ignored)
        rules.add(name, SCMP_ACT_ERRNO(0));
    for (const char *name : policy.deadly)
        rules.add(name, SCMP_ACT_KILL_PROCESS);
    addByArgument(rules, platform);
    if (rules.failure() != 0)
        return filterError(rules.failure());
    Fd file(memfd_create("loupe-filter", MFD_CLOEXEC | MFD_ALLOW_SEALING));
    if (!file)
        return systemError("cannot create memory for the filter of system calls");
    if (const int code = seccomp_export_bpf(context.get(), file.get()); code != 0)
        return filterError(code);
    constexpr int all = F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;
    if (fcntl(file.get(), F_ADD_SEALS, all) != 0)
        return systemError("cannot seal the filter of system calls");
    return file;
}

} // namespace

#else

namespace {

Result<Fd> makeFilter(CallPlatform)
{
    return Error{.code = Errc::Environment,
                 .message = "this build has no libseccomp",
                 .hint = "apt install libseccomp-dev, configure and build again"};
}

} // namespace

#endif

const Result<Fd> &callFilter(CallPlatform platform)
{
    static const Result<Fd> processor = makeFilter(CallPlatform::Processor);
    static const Result<Fd> gpu = makeFilter(CallPlatform::Gpu);
    return platform == CallPlatform::Gpu ? gpu : processor;
}

} // namespace loupe
