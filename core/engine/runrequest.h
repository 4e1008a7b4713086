// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sandbox/limits.h"
#include "core/sandbox/sandboxmode.h"
#include "core/timing/timingpolicy.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace loupe {

/// What to evaluate and how. The command line and the New-run dialog fill the same struct.
struct RunRequest {
    std::string name;                              ///< empty: made from suite, methods and time
    std::filesystem::path suite;                   ///< folder of native tasks
    std::vector<std::filesystem::path> candidates; ///< candidate folders, see candidatefolder.h
    std::string method; ///< overrides the folder's method name; only with one folder
    std::filesystem::path store;
    std::string taskFilter; ///< filter language on task, category, level; empty = all
    int jobs = 0;           ///< parallel builds and verifications; 0 = number of processors
    bool resume = false;
    bool dryRun = false;
    SandboxMode sandbox = SandboxMode::Bubblewrap;
    SubjectLimits limits;
    TimingPolicy timing;
};

} // namespace loupe
