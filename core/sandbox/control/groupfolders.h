// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/sandbox/control/controlgroup.h"

#include <string>

namespace loupe {

/// Origin and user of this process, which decide the command that gives it its own control group.
struct GroupStarter {
    bool isRoot = false;
    bool hasSystemd = true;     ///< systemd started the machine; false in most containers
    bool hasUserManager = true; ///< a user manager runs, and answers at `runtime`
    bool isRuntimeKnown = true; ///< XDG_RUNTIME_DIR names `runtime`
    std::string runtime;        ///< "/run/user/1000"
    std::string user;           ///< user name, or number if it has none
};

/// Mounts and memberships of this process, read from /proc.
struct GroupFacts {
    std::string mounts;  ///< /proc/self/mounts
    std::string members; ///< /proc/self/cgroup
    GroupStarter starter = {};
};

/// Returns where this process would make groups according to /proc, without a trial. If it shares
/// the leaf group of another kloupe, returns the group above that leaf. Environment error if no
/// hierarchy limits memory and processes, or if it is read-only.
Result<GroupFolders> groupFoldersOf(const GroupFacts &facts);

/// Returns a readable line with the command that gives this process its own group.
std::string ownGroupFix(const GroupFacts &facts);

/// Returns where this process may make groups; Environment error with the reason and the remedy. In
/// version 2 a group with processes cannot have limited groups below it. A process alone in its
/// group (`systemd-run --user --scope -p Delegate=yes`) therefore moves into a leaf. Found once.
const Result<GroupFolders> &groupFolders();

} // namespace loupe
