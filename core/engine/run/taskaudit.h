// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/engine/request/taskauditrequest.h"
#include "core/integrity/tasksoundness.h"
#include "core/suites/benchmark.h"
#include "core/suites/suite.h"

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
    /// Null if it could not be audited here; `skipped` tells why.
    std::optional<TaskSoundness> soundness;
    std::string skipped;
    TaskObservation observation;
};

struct TaskAuditOutcome {
    std::string run;                      ///< empty if nothing is stored
    std::vector<TaskAuditReport> reports; ///< audited in this session, in the order of the tasks
    int alreadyDone = 0;
    bool cancelled = false;
};

using AuditedSuite = std::variant<NativeSuite, Benchmark>;
/// Called from one thread at a time.
using TaskAuditProgress = std::function<void(int done, int total, const TaskAuditReport &report)>;

/// Runs each task's reference in a separate process and stores the conclusion when it ends, so that
/// `resume` can continue a cancelled audit. Errors concern the request or the machinery; a failing
/// reference is a conclusion.
Result<TaskAuditOutcome> auditTasks(const TaskAuditRequest &request, const AuditedSuite &suite,
                                    const TaskAuditProgress &progress, const std::stop_token &stop);

} // namespace loupe
