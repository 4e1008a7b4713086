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

/// Prefix of all group names; the number of the creating process follows.
inline constexpr const char *groupPrefix = "kloupe-";

/// Folders for new control groups, found by trying. Version 2 has one folder for all limits;
/// version 1 one for memory and one for processes.
struct GroupFolders {
    bool isUnified = false;
    std::filesystem::path memory;    ///< parent folder of new groups
    std::filesystem::path processes; ///< same for process limits; the same folder in version 2
    std::string how;                 ///< "version 2, in /user.slice/…"
};

/// Returns the content of a kernel file; empty if it cannot be read.
std::string groupText(const std::filesystem::path &file);

/// Writes to a kernel file with a single write, whose result reports whether the kernel accepts the
/// value.
Status writeToGroup(const std::filesystem::path &file, const std::string &text);

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
