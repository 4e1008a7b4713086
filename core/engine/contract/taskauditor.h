// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/engine/request/runrequest.h"
#include "core/integrity/tasksoundness.h"
#include "core/model/record/run.h"
#include "core/suites/layout/benchmark.h"
#include "core/suites/native/suite.h"

#include <cstddef>
#include <memory>
#include <stop_token>

namespace loupe {

/// Options of a task audit.
struct TaskAuditRequest {
    /// Uses only name, store (empty: nothing is stored), taskFilter, jobs, resume, sandbox, limits,
    /// and of `python` interpreter, device, mode and suiteToggles.
    RunRequest run;
    double secondsPerTask = 20; ///< for the slowest parts: operators, weights, inputs
};

/// Auditor that runs the references of one kind of suite. Each thread has its own.
class TaskAuditor
{
public:
    virtual ~TaskAuditor() = default;
    /// Returns the observation of task `index` of the suite. InvalidInput if its reference fails,
    /// Unsupported if it cannot be audited here. Other errors are infrastructure failures.
    virtual Result<TaskObservation> observe(std::size_t index, const std::stop_token &stop) = 0;
};

/// Auditing of one kind of suite on this machine.
class TaskAuditing
{
public:
    virtual ~TaskAuditing() = default;
    virtual Environment environment() const = 0;
    virtual Json profile() const = 0;
    /// Makes an auditor, which must not outlive this. Thread-safe.
    virtual std::unique_ptr<TaskAuditor> makeAuditor() = 0;
};

Result<std::unique_ptr<TaskAuditing>> makeNativeAuditing(const TaskAuditRequest &request,
                                                         const NativeSuite &suite);
Result<std::unique_ptr<TaskAuditing>> makePythonAuditing(const TaskAuditRequest &request,
                                                         const Benchmark &suite,
                                                         const std::stop_token &stop);

} // namespace loupe
