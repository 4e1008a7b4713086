// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/sandbox/confinement/callfilter.h"
#include "core/sandbox/confinement/spawn.h"
#include "core/sandbox/system/childspec.h"

#include <string>

namespace loupe {

/// Optional confinement measure. confinement() tries once whether the machine supports it.
struct ConfinementMeasure {
    bool isActive = false;
    std::string reason; ///< why it is inactive
    std::string fix;    ///< what enables it; empty if nothing does, or if it is active
};

/// Bubblewrap's mode of confinement on this machine, found by confinement().
struct Confinement {
    enum class Way {
        /// For root: bubblewrap mounts as root, then the child becomes an otherwise unused user, so
        /// that the kernel's process limit counts the sandbox alone.
        OwnUser,
        /// For other users: a user namespace, which has process counts of its own.
        UserNamespace,
    };
    Way way = Way::UserNamespace;
    std::string program;                 ///< bwrap
    std::string helper;                  ///< kloupe-confine
    ConfinementMeasure noUserNamespaces; ///< bubblewrap forbids nested ones
    ConfinementMeasure landlock;
    ConfinementMeasure callFilter;
};

/// Returns the call platform that the child's devices need.
CallPlatform callPlatformOf(const ChildSpec &spec);

/// Returns true if the sandbox's first process is bubblewrap's own and the child cannot reach it:
/// it runs as another user, or Landlock keeps the child from it.
bool isFirstApart(const ChildSpec &spec, const Confinement &how);

/// Builds the command that starts the child. Bubblewrap writes a JSON line with the process number
/// of the sandbox's init process to `infoFd`. May change the owner of the scratch folder to the
/// sandbox's user.
Result<SpawnRequest> confinedCommand(const ChildSpec &spec, const Confinement &how, int infoFd);

} // namespace loupe
