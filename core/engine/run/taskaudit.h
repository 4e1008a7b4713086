// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/engine/contract/taskauditor.h"
#include "core/integrity/tasksoundness.h"
#include "core/suites/layout/benchmark.h"
#include "core/suites/native/suite.h"

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <variant>
#include <vector>

namespace loupe {

/// Result of the audit of one task.
struct TaskAuditReport {
    std::string task;
    /// Null if this machine cannot audit the task; `skipped` is the reason.
    std::optional<TaskSoundness> soundness;
    std::string skipped;
    TaskObservation observation;
};

struct TaskAuditOutcome {
    std::string run;                      ///< empty if nothing is stored
    std::vector<TaskAuditReport> reports; ///< of this call, in the order of the tasks
    int alreadyDone = 0;                  ///< tasks that an earlier, resumed call audited
    bool cancelled = false;
};

using AuditedSuite = std::variant<NativeSuite, Benchmark>;
/// Called from one thread at a time.
using TaskAuditProgress = std::function<void(int done, int total, const TaskAuditReport &report)>;

/// Runs each task's reference in a separate process. Stores each conclusion at once, so that
/// `resume` can continue a cancelled audit. A failing reference is a conclusion, not an error.
Result<TaskAuditOutcome> auditTasks(const TaskAuditRequest &request, const AuditedSuite &suite,
                                    const TaskAuditProgress &progress, const std::stop_token &stop);

} // namespace loupe
