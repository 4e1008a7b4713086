// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace loupe {

/// Resource limits of a subject.
struct SubjectLimits {
    double buildSeconds = 60.0;
    double callSeconds = 5.0;  ///< wall clock for one call of the entry point
    double cpuSeconds = 120.0; ///< CPU time of the whole subject
    std::int64_t memoryBytes = 2LL << 30;
    std::int64_t fileBytes = 16LL << 20;
    int processes = 64; ///< processes and threads

    /// Returns the limits for Python candidates: compiling a framework's headers takes half a
    /// minute, and a CPU call of a full-size task takes seconds.
    static SubjectLimits forPython() { return {300.0, 60.0, 3600.0, 16LL << 30, 16LL << 30, 512}; }
};

/// Returns the memory limit in bytes for all processes of a sandbox, files in memory included. It
/// is twice the process limit, for files in /tmp, compilers and the server process it was forked
/// from.
constexpr std::int64_t treeMemory(const SubjectLimits &limits)
{
    return 2 * limits.memoryBytes;
}

} // namespace loupe
