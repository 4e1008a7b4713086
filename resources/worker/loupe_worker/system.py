# SPDX-License-Identifier: Apache-2.0
"""System calls that the standard library does not offer, and functions built from them."""

from __future__ import annotations

import ctypes
import os
import resource
import shutil
import signal
import stat
import time
from typing import Any, Callable

_PR_SET_PDEATHSIG = 1
_PR_SET_DUMPABLE = 4
_PR_SET_CHILD_SUBREAPER = 36
_PR_SET_NO_NEW_PRIVS = 38
_PR_CAPBSET_READ = 23
_PR_CAPBSET_DROP = 24
# CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWPID, NEWNET
_NAMESPACES = 0x00020000 | 0x02000000 | 0x04000000 | 0x08000000 | 0x20000000 | 0x40000000
_KEYCTL = {"x86_64": 250, "aarch64": 219}
_JOIN_SESSION_KEYRING = 1
_CLEANING_SECONDS = 5.0

_libc = ctypes.CDLL(None, use_errno=True)


def _prctl(option: int, value: int) -> None:
    if _libc.prctl(option, value, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl")


def set_dumpable(dumpable: bool) -> None:
    """Sets whether processes of the same user may inspect this one."""
    _prctl(_PR_SET_DUMPABLE, int(dumpable))


def adopt_orphans() -> None:
    """Makes orphaned descendants children of this process from now on."""
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)


def die_with_parent(parent: int) -> None:
    _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(0)


def enter_namespaces(process: int) -> None:
    """Enters the namespaces of the process that the pid descriptor names, except its user
    namespace. Later children of this process are then in its PID namespace."""
    if _libc.setns(process, _NAMESPACES) != 0:
        raise OSError(ctypes.get_errno(), "setns")


def become(user: int) -> None:
    """Gives up root for good: becomes that user, with no groups, no capabilities and no way to get
    any."""
    capability = 0
    while _libc.prctl(_PR_CAPBSET_READ, capability, 0, 0, 0) >= 0:
        _prctl(_PR_CAPBSET_DROP, capability)
        capability += 1
    os.setgroups([])
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)
    _prctl(_PR_SET_NO_NEW_PRIVS, 1)
    with open("/proc/self/status", encoding="ascii", errors="replace") as file:
        facts = dict(line.rstrip("\n").split(":\t", 1) for line in file if ":\t" in line)
    sets = ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb")
    kept = [name for name in sets if int(facts[name], 16)]
    if kept or user == 0 or set(facts["Uid"].split()) != {str(user)} or facts["NoNewPrivs"] != "1":
        raise PermissionError(f"still root: {kept}")


def join_new_keyring() -> None:
    """Leaves the session's keyring, if the kernel supports keys and permits it."""
    number = _KEYCTL.get(os.uname().machine)
    if number is not None:
        _libc.syscall(number, _JOIN_SESSION_KEYRING, None)


def is_alone_in_namespace() -> bool:
    """Returns True if this process can signal only its own descendants. It was then started by
    bubblewrap, which is the first process of the namespace."""
    if os.getppid() != 1:
        return False
    with open("/proc/1/comm", encoding="utf-8") as file:
        return file.read().strip() == "bwrap"


def kill_descendants(alone: bool) -> bool:
    """Kills and reaps everything below this process; returns False if some process remains.
    `alone`: is_alone_in_namespace()."""
    deadline = time.monotonic() + _CLEANING_SECONDS
    while time.monotonic() < deadline:
        _reap()
        if alone:
            try:
                os.kill(-1, signal.SIGKILL)  # one step that no fork can outrun
            except ProcessLookupError:
                return True
        else:
            below = _descendants()
            if not below:
                return True
            for pid in below:
                try:
                    os.kill(pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
        time.sleep(0.0005)
    return False


def _reap() -> None:
    try:
        while os.waitpid(-1, os.WNOHANG)[0] != 0:
            pass
    except ChildProcessError:
        pass


def _descendants() -> list[int]:
    parents: dict[int, list[int]] = {}
    for entry in os.listdir("/proc"):
        if not entry.isdigit():
            continue
        try:
            with open(f"/proc/{entry}/stat", encoding="utf-8", errors="replace") as file:
                fields = file.read().rpartition(")")[2].split()
        except OSError:
            continue
        parents.setdefault(int(fields[1]), []).append(int(entry))
    found: list[int] = []
    waiting = [os.getpid()]
    while waiting:
        children = parents.get(waiting.pop(), [])
        found += children
        waiting += children
    return found


def shown_folders(folder: str) -> set[str]:
    """Returns the folders below this one that the sandbox created as mount points."""
    device = os.lstat(folder).st_dev
    found = set()
    for entry in os.scandir(folder):
        if entry.is_dir(follow_symlinks=False) and os.lstat(entry.path).st_dev == device:
            found |= {entry.path} | shown_folders(entry.path)
    return found


def wipe_folder(folder: str, kept: set[str]) -> bool:
    """Removes everything in the folder. Wipes the folders `kept` without removing them, and skips
    mounts. Returns False if something is left."""
    try:
        device = os.lstat(folder).st_dev
        clean = True
        for entry in os.listdir(folder):
            path = os.path.join(folder, entry)
            facts = os.lstat(path)
            if facts.st_dev != device:
                continue
            if path in kept:
                clean = wipe_folder(path, kept) and clean
            elif stat.S_ISDIR(facts.st_mode):
                shutil.rmtree(path, onerror=_make_writable)
                clean = clean and not os.path.lexists(path)
            else:
                os.unlink(path)
        return clean
    except (OSError, RecursionError):
        return False


def _make_writable(function: Callable[..., Any], path: str, _: Any) -> None:
    os.chmod(os.path.dirname(path), stat.S_IRWXU)
    if os.path.islink(path) or not os.path.isdir(path):
        os.unlink(path)
        return
    os.chmod(path, stat.S_IRWXU)
    shutil.rmtree(path)


def disturbances() -> list[Any]:
    """Returns what a process of the same user can change in this one, or leave in its namespace.
    Two readings differ if such a change happened."""
    limits = [
        resource.getrlimit(getattr(resource, name))
        for name in sorted(dir(resource))
        if name.startswith("RLIMIT_")
    ]
    shared: list[str] = []
    for kind in ("shm", "sem", "msg"):
        try:
            with open(f"/proc/sysvipc/{kind}", encoding="utf-8") as file:
                shared += file.read().splitlines()[1:]
        except OSError:
            pass
    return [
        limits,
        sorted(os.sched_getaffinity(0)),
        os.sched_getscheduler(0),
        os.getpriority(os.PRIO_PROCESS, 0),
        shared,
    ]
