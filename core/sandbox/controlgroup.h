// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.h"
#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace loupe {

/// Where control groups can be made, found by trying. Version 2: one folder for all that is
/// limited; version 1: one for memory, one for processes.
struct GroupPlace {
    bool isUnified = false;
    std::filesystem::path memory;    ///< new groups go below it
    std::filesystem::path processes; ///< as before; the same folder in version 2
    std::string how;                 ///< "version 2, in /user.slice/…"
};

/// The mounts and memberships of a process, as /proc tells them.
struct GroupFacts {
    std::string mounts;  ///< /proc/self/mounts
    std::string members; ///< /proc/self/cgroup
};

/// Where this process would make groups, by what /proc says; nothing was tried yet. Environment
/// where no hierarchy limits memory and processes, or it can only be read.
Result<GroupPlace> groupPlaceOf(const GroupFacts &facts);

/// Where this process may make groups; Environment with the reason and what adds it. In version 2 a
/// group with processes cannot have limited groups below it, so that a process alone in its own,
/// as under `systemd-run --user --scope -p Delegate=yes`, steps into one below. Found once.
const Result<GroupPlace> &groupPlace();

struct GroupLimits {
    std::int64_t memoryBytes = 0; ///< of all processes, files in memory included; 0: unlimited
    int processes = 0;            ///< processes and threads; 0: unlimited
};

/// A control group for one sandbox. Destruction removes it, once everything in it has ended.
class ControlGroup
{
public:
    static Result<std::unique_ptr<ControlGroup>> create(const GroupPlace &place,
                                                        const GroupLimits &limits);
    ~ControlGroup();
    ControlGroup(const ControlGroup &) = delete;
    ControlGroup &operator=(const ControlGroup &) = delete;

    /// Descriptors into each of which a process writes "0" to enter, before it starts anything.
    std::vector<int> entrances() const;
    /// Which limit was reached, as a line for people; empty: none.
    std::string exceeded() const;

private:
    ControlGroup() = default;
    Status add(const std::filesystem::path &folder);

    std::vector<std::filesystem::path> m_folders;
    std::vector<Fd> m_entrances;
    GroupLimits m_limits;
};

} // namespace loupe
