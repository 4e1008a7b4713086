// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.h"
#include "core/base/result.h"
#include "core/sandbox/control/groupfiles.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace loupe {

struct GroupLimits {
    std::int64_t memoryBytes = 0; ///< of all processes, files in memory included; 0: unlimited
    int processes = 0;            ///< processes and threads; 0: unlimited
};

/// Control group for one sandbox. The destructor removes it once everything in it has ended.
class ControlGroup
{
public:
    static Result<std::unique_ptr<ControlGroup>> create(const GroupFolders &place,
                                                        const GroupLimits &limits);
    ~ControlGroup();
    ControlGroup(const ControlGroup &) = delete;
    ControlGroup &operator=(const ControlGroup &) = delete;

    /// Returns descriptors; a process writes "0" to each to enter, before it starts anything.
    std::vector<int> entrances() const;
    /// Returns how many of its processes the kernel has killed for lack of memory.
    std::int64_t memoryKills() const;
    /// Returns a readable line about the exceeded limit; empty if none was.
    std::string exceeded() const;

private:
    ControlGroup() = default;
    Status add(const std::filesystem::path &folder);

    std::vector<std::filesystem::path> m_folders;
    std::vector<Fd> m_entrances;
    GroupLimits m_limits;
};

} // namespace loupe
