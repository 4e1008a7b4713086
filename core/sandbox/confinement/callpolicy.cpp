// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/confinement/callpolicy.h"

namespace loupe {

namespace {

// Used by compilers, Python, torch, OpenMP, JIT compilers and CUDA; grouped by topic.
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

// The engine chooses the processor of timed calls. A call that chose another would not be compared
// with its reference under equal conditions.
constexpr const char *ignoredCalls[] = {"sched_setaffinity"};

constexpr const char *deadlyCalls[]
    = {"bpf",           "kexec_load", "kexec_file_load", "init_module", "finit_module",  "mount",
       "delete_module", "umount2",    "pivot_root",      "move_mount",  "open_tree",     "fsopen",
       "fsconfig",      "fsmount",    "fspick",          "swapon",      "mount_setattr", "swapoff",
       "reboot",        "iopl",       "ioperm"};

} // namespace

CallPolicy callPolicy()
{
    return {allowedCalls, refusedCalls, ignoredCalls, deadlyCalls};
}

} // namespace loupe
