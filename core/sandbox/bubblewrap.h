// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/sandbox/callfilter.h"
#include "core/sandbox/childspec.h"
#include "core/sandbox/spawn.h"

#include <string>

namespace loupe {

/// Something that confines on some machines only: tried once, see confinement().
struct ConfinementMeasure {
    bool isActive = false;
    std::string reason; ///< why not
    std::string fix;    ///< what adds it; empty where nothing does, or it is active
};

/// How bubblewrap confines on this machine: confinement() finds it by trying.
struct Confinement {
    enum class Way {
        /// We are root: bubblewrap mounts as root, then the child becomes a user nobody else is,
        /// so that the kernel's limit of processes counts the sandbox alone.
        OwnUser,
        /// Everybody else: a user namespace, in which the kernel counts processes afresh.
        UserNamespace,
    };
    Way way = Way::UserNamespace;
    std::string program;                 ///< bwrap
    std::string helper;                  ///< kloupe-confine
    ConfinementMeasure noUserNamespaces; ///< bubblewrap forbids further ones
    ConfinementMeasure landlock;
    ConfinementMeasure callFilter;
};

/// Which calls the child's devices need.
CallPlatform callPlatformOf(const ChildSpec &spec);

/// Whether the sandbox's first process is bubblewrap's own and out of the child's reach: another
/// user's, or nobody whom Landlock restricts may look into it.
bool isFirstApart(const ChildSpec &spec, const Confinement &how);

/// What to execute for the child. `infoFd` gets bubblewrap's JSON line with the process number of
/// the sandbox's init process. May give the scratch folder away to the sandbox's user.
Result<SpawnRequest> confinedCommand(const ChildSpec &spec, const Confinement &how, int infoFd);

} // namespace loupe
