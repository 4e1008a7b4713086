// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/engine/enginecontext.h"
#include "core/suites/suite.h"

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace loupe {

/// What the controls of one task showed. A sound task passes its own reference and fails a
/// candidate that writes zeros and one that raises.
struct ControlReport {
    std::string task;
    bool sound = false;
    std::string reason;                       ///< why not; empty when sound
    Verdict reference = Verdict::NotRecorded; ///< must be Correct
    Verdict zeros = Verdict::NotRecorded;     ///< must be a failure
    Verdict raising = Verdict::NotRecorded;   ///< must be a failure
    int trials = 0;
};

/// Runs the controls of every task, `jobs` at a time. `progress(done, total, report)` is called
/// from one thread at a time as each task ends.
Result<std::vector<ControlReport>>
runControls(const NativeSuite &suite, const EngineContext &context, int jobs,
            const std::function<void(int, int, const ControlReport &)> &progress,
            std::stop_token stop);

} // namespace loupe
