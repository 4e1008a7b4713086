// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platforms/vendors/platform.h"

#include <string>
#include <vector>

namespace loupe {

/// Component that the program can use on this machine.
struct DoctorItem {
    enum class State { Ok, Missing, Optional }; ///< Optional: missing, only some features need it
    std::string id;                             ///< "sandbox"
    std::string title;                          ///< "Sandbox (bubblewrap)"
    State state = State::Ok;
    std::string found; ///< version or path; if missing, the reason
    std::string neededFor;
    std::string fix; ///< command that adds it; empty if present
};

/// Returns the item as present; `what` is its version or path.
DoctorItem presentItem(DoctorItem item, std::string what);
/// Returns the item as missing, with the reason and the fix.
DoctorItem missingItem(DoctorItem item, std::string reason, std::string fix,
                       DoctorItem::State state = DoctorItem::State::Optional);
/// Completes an item about the library that records GPU activity.
DoctorItem recorderItem(DoctorItem item);

/// Examines sandbox, compiler, helper programs, cache, CUDA, CUPTI and Python. Takes well below a
/// second; starts only short checks, such as `--version` calls.
std::vector<DoctorItem> examineMachine();

/// Platform and whether it can be used on this machine.
struct PlatformItem {
    const Platform *platform = nullptr; ///< of knownPlatforms()
    Availability availability;
};

/// Compares every platform with this machine and `python`; null if there is none. Starts nothing.
std::vector<PlatformItem> examinePlatforms(const PythonEnvironment *python);

} // namespace loupe
