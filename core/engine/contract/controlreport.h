// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/verdict/verdict.h"

#include <string>

namespace loupe {

/// Result of one task's controls. A sound task passes its own reference, and fails a candidate that
/// writes zeros and one that raises.
struct ControlReport {
    std::string task;
    bool sound = false;
    std::string reason;                       ///< why it is not sound; else empty
    Verdict reference = Verdict::NotRecorded; ///< must be Correct
    Verdict zeros = Verdict::NotRecorded;     ///< must be a failure
    Verdict raising = Verdict::NotRecorded;   ///< must be a failure
    int trials = 0;
};

} // namespace loupe
