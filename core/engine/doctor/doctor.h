// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platforms/vendors/platform.h"

#include <string>
#include <vector>

namespace loupe {

/// One thing the program can use on this machine.
struct DoctorItem {
    enum class State { Ok, Missing, Optional }; ///< Optional: missing, and only some things need it
    std::string id;                             ///< "sandbox"
    std::string title;                          ///< "Sandbox (bubblewrap)"
    State state = State::Ok;
    std::string found; ///< version or place; why it cannot be used when missing
    std::string neededFor;
    std::string fix; ///< the command that adds it; empty when it is there
};

/// Looks at this machine: sandbox, compiler, helper programs, cache, CUDA, CUPTI, Python. Takes
/// well below a second; starts nothing but `--version` calls.
std::vector<DoctorItem> examineMachine();

/// A platform and whether it can be used on this machine.
struct PlatformItem {
    const Platform *platform = nullptr; ///< of knownPlatforms()
    Availability availability;
};

/// Compares every platform with this machine and a Python; null: there is none. Starts nothing.
std::vector<PlatformItem> examinePlatforms(const PythonEnvironment *python);

} // namespace loupe
