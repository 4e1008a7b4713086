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

/// What the audit of one task came to.
struct TaskAuditReport {
    std::string task;
    /// None where it could not be audited here: `skipped` says why.
    std::optional<TaskSoundness> soundness;
    std::string skipped;
    TaskObservation observation;
};

struct TaskAuditOutcome {
    std::string run;                      ///< empty where nothing is stored
    std::vector<TaskAuditReport> reports; ///< in the tasks' order; those that were audited now
    int alreadyDone = 0;
    bool cancelled = false;
};

using AuditedSuite = std::variant<NativeSuite, Benchmark>;
/// `done` of `total`, from one thread at a time.
using TaskAuditProgress = std::function<void(int done, int total, const TaskAuditReport &report)>;

/// Runs each task's reference in a process of its own and keeps what is concluded with the task, as
/// it ends: a cancelled audit goes on with `resume`. Errors are the request's or the machinery's; a
/// reference that fails is a conclusion.
Result<TaskAuditOutcome> auditTasks(const TaskAuditRequest &request, const AuditedSuite &suite,
                                    const TaskAuditProgress &progress, const std::stop_token &stop);

} // namespace loupe
