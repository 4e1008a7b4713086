// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace loupe {

/// Limits of every subject.
struct SubjectLimits {
    double buildSeconds = 60.0;
    double callSeconds = 5.0;  ///< wall clock for one call of the entry point
    double cpuSeconds = 120.0; ///< CPU time of the whole subject
    std::int64_t memoryBytes = 2LL << 30;
    std::int64_t fileBytes = 16LL << 20;
    int processes = 64; ///< processes and threads

    /// For candidates in Python: builds take a compiler with a framework's headers half a minute,
    /// and a call of a full-size task on a processor takes seconds.
    static SubjectLimits forPython() { return {300.0, 60.0, 3600.0, 16LL << 30, 16LL << 30, 512}; }
};

/// What everything in a sandbox may hold together, files in memory included: a process at its
/// limit, and as much again for what it keeps in /tmp, for compilers and for the server it was
/// forked from.
constexpr std::int64_t treeMemory(const SubjectLimits &limits)
{
    return 2 * limits.memoryBytes;
}

} // namespace loupe
