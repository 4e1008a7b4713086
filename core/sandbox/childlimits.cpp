// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/childlimits.h"

#include "core/sandbox/groupfolders.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <unistd.h>

namespace loupe {

std::vector<std::pair<int, rlimit>> resourceLimits(const ChildSpec &spec)
{
    std::vector<std::pair<int, rlimit>> limits;
    const auto limit = [&](int resource, rlim_t soft, rlim_t hard) {
        limits.emplace_back(resource, rlimit{soft, hard});
    };
    limit(RLIMIT_CORE, 0, 0);
    if (spec.memoryBytes > 0)
        limit(RLIMIT_AS, static_cast<rlim_t>(spec.memoryBytes),
              static_cast<rlim_t>(spec.memoryBytes));
    if (spec.cpuSeconds > 0) {
        const auto seconds = static_cast<rlim_t>(std::ceil(spec.cpuSeconds));
        limit(RLIMIT_CPU, seconds, seconds + 1);
    }
    if (spec.fileBytes > 0 && spec.mode == SandboxMode::None) // in a sandbox, its helper sets it
        limit(RLIMIT_FSIZE, static_cast<rlim_t>(spec.fileBytes),
              static_cast<rlim_t>(spec.fileBytes));
    return limits;
}

Result<std::unique_ptr<ControlGroup>> limitingGroup(const ChildSpec &spec)
{
    const Result<GroupFolders> &place = groupFolders();
    if (!place || (spec.treeMemoryBytes <= 0 && spec.processes <= 0))
        return std::unique_ptr<ControlGroup>();
    // Stays below the machine's memory; otherwise the kernel's OOM killer could choose an unrelated
    // process.
    const std::int64_t most = sysconf(_SC_PHYS_PAGES) * sysconf(_SC_PAGESIZE) / 10 * 9;
    const std::int64_t memory = std::min(spec.treeMemoryBytes, most);
    return ControlGroup::create(*place, {memory, spec.processes});
}

} // namespace loupe
