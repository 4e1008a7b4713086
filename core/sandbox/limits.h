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
};

} // namespace loupe
