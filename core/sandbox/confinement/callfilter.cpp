// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/confinement/callfilter.h"

#include "core/sandbox/system/systemerror.h"

#ifdef LOUPE_HAVE_SECCOMP

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

// System calls grouped by the filter's action, common to all platforms; rules that depend on
// arguments or the device follow below. Unlisted calls fail with ENOSYS, so that the C library
// falls back to older ones, as on an older kernel.

// Allowed with any arguments: used by compilers, Python, torch, OpenMP, JIT compilers and CUDA;
// grouped by topic.
constexpr const char *allowedCalls[] = {
    // files
    "read", "write", "pread64", "pwrite64", "readv", "writev", "preadv", "pwritev", "preadv2",
    "pwritev2", "open", "openat", "openat2", "creat", "close", "close_range", "dup", "dup2", "dup3",
    "stat", "fstat", "lstat", "newfstatat", "fstatat64", "statx", "statfs", "fstatfs", "access",
    "faccessat", "faccessat2", "lseek", "_llseek", "truncate", "ftruncate", "fallocate", "fsync",
    "fdatasync", "sync", "syncfs", "sync_file_range", "fadvise64", "readahead", "rename",
    "renameat", "renameat2", "link", "linkat", "symlink", "symlinkat", "readlink", "readlinkat",
    "unlink", "unlinkat", "mkdir", "mkdirat", "rmdir", "mknod", "mknodat", "chmod", "fchmod",
    "fchmodat", "fchmodat2", "chown", "fchown", "lchown", "fchownat", "utime", "utimes",
    "utimensat", "futimesat", "umask", "getdents", "getdents64", "getcwd", "chdir", "fchdir",
    "flock", "fcntl", "getxattr", "lgetxattr", "fgetxattr", "listxattr", "llistxattr", "flistxattr",
    "setxattr", "lsetxattr", "fsetxattr", "removexattr", "lremovexattr", "fremovexattr",
    "inotify_init", "inotify_init1", "inotify_add_watch", "inotify_rm_watch", "sendfile", "splice",
    "tee", "vmsplice", "copy_file_range",
    // memory
    "mmap", "munmap", "mremap", "mprotect", "madvise", "brk", "msync", "mlock", "mlock2", "munlock",
    "mlockall", "munlockall", "mincore", "memfd_create", "mbind", "get_mempolicy", "set_mempolicy",
    "move_pages", "pkey_alloc", "pkey_free", "pkey_mprotect", "membarrier", "remap_file_pages",
    "shmget", "shmat", "shmdt", "shmctl", "semget", "semop", "semctl", "semtimedop", "msgget",
    "msgsnd", "msgrcv", "msgctl",
    // processes and threads
    "fork", "vfork", "execve", "execveat", "exit", "exit_group", "wait4", "waitid", "kill", "tkill",
    "tgkill", "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "rt_sigsuspend", "rt_sigpending",
    "rt_sigtimedwait", "rt_sigqueueinfo", "rt_tgsigqueueinfo", "sigaltstack", "pause", "getpid",
    "getppid", "gettid", "getpgid", "setpgid", "getpgrp", "setsid", "getsid", "getuid", "geteuid",
    "getgid", "getegid", "getresuid", "getresgid", "getgroups", "setuid", "setgid", "setreuid",
    "setregid", "setresuid", "setresgid", "setgroups", "setfsuid", "setfsgid", "capget", "capset",
    "prctl", "arch_prctl", "set_tid_address", "set_robust_list", "get_robust_list", "rseq", "futex",
    "futex_waitv", "futex_wake", "futex_wait", "futex_requeue", "sched_yield", "sched_getaffinity",
    "sched_getparam", "sched_setparam", "sched_getscheduler", "sched_setscheduler", "sched_getattr",
    "sched_setattr", "sched_get_priority_max", "sched_get_priority_min", "sched_rr_get_interval",
    "getpriority", "setpriority", "getrlimit", "setrlimit", "getrusage", "times", "ioprio_get",
    "ioprio_set", "pidfd_open", "pidfd_send_signal", "getcpu", "uname", "sysinfo",
    "restart_syscall", "getrandom",
    // time
    "clock_gettime", "clock_getres", "clock_nanosleep", "nanosleep", "gettimeofday", "time",
    "timer_create", "timer_settime", "timer_gettime", "timer_getoverrun", "timer_delete",
    "timerfd_create", "timerfd_settime", "timerfd_gettime", "getitimer", "setitimer", "alarm",
    // waiting
    "poll", "ppoll", "select", "pselect6", "epoll_create", "epoll_create1", "epoll_ctl",
    "epoll_wait", "epoll_pwait", "epoll_pwait2", "eventfd", "eventfd2", "signalfd", "signalfd4",
    "pipe", "pipe2",
    // existing sockets; creation is filtered by family
    "bind", "connect", "listen", "accept", "accept4", "getsockname", "getpeername", "getsockopt",
    "setsockopt", "sendto", "recvfrom", "sendmsg", "recvmsg", "sendmmsg", "recvmmsg", "shutdown"};

// Fail with EPERM; honest code copes with the failure.
constexpr const char *refusedCalls[] = {
    // keys of the user's session
    "keyctl", "add_key", "request_key",
    // other processes' memory, descriptors and namespaces
    "process_vm_readv", "process_vm_writev", "process_madvise", "pidfd_getfd", "kcmp", "setns",
    "unshare", "migrate_pages",
    // memory traps, processor counters, memory hidden from other processes
    "userfaultfd", "perf_event_open", "memfd_secret", "modify_ldt",
    // the clock, the machine's names, its log
    "adjtimex", "clock_adjtime", "clock_settime", "settimeofday", "sethostname", "setdomainname",
    "syslog", "acct", "vhangup", "quotactl", "quotactl_fd",
    // access to files without their paths
    "chroot", "open_by_handle_at", "name_to_handle_at", "fanotify_init", "fanotify_mark",
    "lookup_dcookie",
    // further confinement, which no kernel computation needs
    "seccomp", "landlock_create_ruleset", "landlock_add_rule", "landlock_restrict_self"};

// Succeed without effect. The engine chooses the processor of timed calls. A call that chose
// another would not be compared with its reference under equal conditions.
constexpr const char *ignoredCalls[] = {"sched_setaffinity"};

// Kill the process; only attacks use them.
constexpr const char *deadlyCalls[]
    = {"bpf",           "kexec_load", "kexec_file_load", "init_module", "finit_module",  "mount",
       "delete_module", "umount2",    "pivot_root",      "move_mount",  "open_tree",     "fsopen",
       "fsconfig",      "fsmount",    "fspick",          "swapon",      "mount_setattr", "swapoff",
       "reboot",        "iopl",       "ioperm"};

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
    for (const char *name : allowedCalls)
        rules.add(name, SCMP_ACT_ALLOW);
    for (const char *name : refusedCalls)
        rules.add(name, SCMP_ACT_ERRNO(EPERM));
    for (const char *name : ignoredCalls)
        rules.add(name, SCMP_ACT_ERRNO(0));
    for (const char *name : deadlyCalls)
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
