// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/engine/request/taskauditrequest.h"
#include "core/integrity/tasksoundness.h"
#include "core/model/run.h"
#include "core/suites/benchmark.h"
#include "core/suites/suite.h"

#include <cstddef>
#include <memory>
#include <stop_token>

namespace loupe {

/// Runs the references of one kind of suite. Each thread has its own.
class TaskAuditor
{
public:
    virtual ~TaskAuditor() = default;
    /// What task `index` of the suite shows. InvalidInput: its reference fails. Unsupported: it
    /// cannot be looked at here. All else is the machinery's.
    virtual Result<TaskObservation> observe(std::size_t index, const std::stop_token &stop) = 0;
};

/// One kind of suite on this machine.
class TaskAuditing
{
public:
    virtual ~TaskAuditing() = default;
    virtual Environment environment() const = 0;
    virtual Json profile() const = 0;
    /// Must not outlive this. Thread-safe.
    virtual std::unique_ptr<TaskAuditor> makeAuditor() = 0;
};

Result<std::unique_ptr<TaskAuditing>> makeNativeAuditing(const TaskAuditRequest &request,
                                                         const NativeSuite &suite);
Result<std::unique_ptr<TaskAuditing>> makePythonAuditing(const TaskAuditRequest &request,
                                                         const Benchmark &suite,
                                                         const std::stop_token &stop);

} // namespace loupe
