// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.h"
#include "core/base/result.h"
#include "core/sandbox/groupfiles.h"

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
    /// How many processes the kernel has killed in it for lack of memory.
    std::int64_t memoryKills() const;
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
