// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/sandbox/groupfiles.h"

#include <string>

namespace loupe {

/// What started this process, and who it is: which command gives it a group of its own.
struct GroupStarter {
    bool isRoot = false;
    bool hasSystemd = true;     ///< the machine was started by systemd; most containers were not
    bool hasUserManager = true; ///< a systemd of this user runs, and answers at `runtime`
    bool isRuntimeKnown = true; ///< XDG_RUNTIME_DIR names `runtime`
    std::string runtime;        ///< "/run/user/1000"
    std::string user;           ///< its name, or its number where it has none
};

/// The mounts and memberships of a process, as /proc tells them.
struct GroupFacts {
    std::string mounts;  ///< /proc/self/mounts
    std::string members; ///< /proc/self/cgroup
    GroupStarter starter = {};
};

/// Where this process would make groups, by what /proc says; nothing was tried yet. One that shares
/// the group into which another kloupe stepped takes the place of that. Environment where no
/// hierarchy limits memory and processes, or it can only be read.
Result<GroupPlace> groupPlaceOf(const GroupFacts &facts);

/// What gives a process a group of its own, as a line for people.
std::string ownGroupFix(const GroupFacts &facts);

/// Where this process may make groups; Environment with the reason and what adds it. In version 2 a
/// group with processes cannot have limited groups below it, so that a process alone in its own,
/// as under `systemd-run --user --scope -p Delegate=yes`, steps into one below. Found once.
const Result<GroupPlace> &groupPlace();

} // namespace loupe
