// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/engine/contract/suiteengine.h"
#include "core/engine/native/enginecontext.h"
#include "core/suites/native/nativetask.h"

#include <functional>
#include <stop_token>
#include <vector>

namespace loupe {

/// Runs the controls of these tasks, `jobs` at a time, and returns the reports in the order of the
/// tasks. Calls `progress(done, total, report)` when a task ends, from one thread at a time.
Result<std::vector<ControlReport>>
runControls(const std::vector<const NativeTask *> &tasks, const EngineContext &context, int jobs,
            const std::function<void(int, int, const ControlReport &)> &progress,
            std::stop_token stop);

} // namespace loupe
