// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/clocks/timinglease.h"
#include "core/engine/contract/occupationlog.h"
#include "core/engine/contract/sessions.h"
#include "core/engine/contract/stageseconds.h"
#include "core/engine/machine/memorybudget.h"
#include "core/engine/python/oraclepool.h"
#include "core/engine/python/pythontask.h"
#include "core/engine/request/knownseconds.h"
#include "core/engine/submissions/judgepool.h"

#include <future>
#include <memory>
#include <stop_token>

namespace loupe {

using PythonTasks = Sessions<BenchmarkTask, PythonTask>;

/// References to what the evaluators of one run share; all of it outlives them.
struct PythonShared {
    const PythonContext &context;
    TimingLease &lease;
    MemoryBudget &memory;
    MemoryBudget &deviceMemory;
    OraclePool &oracles;
    JudgePool &judges;
    PythonTasks &tasks;
    KnownSeconds &known;
    const OccupationReporter &reporter;

    /// Returns the lease by which processes take turns; null if evaluators take them.
    TimingLease *turns() const { return context.buildsBesideTiming() ? &lease : nullptr; }
    /// Blocks timing until the result is destroyed; null if each request waits for its own turn.
    /// Adds the wait to `seconds`.
    std::unique_ptr<TimingLease::Shared> takeTurn(StageSeconds &seconds) const;
    /// Compares two results with one of the judges, in its turn on the device. Cancelled, Busy if
    /// the device has too little memory left, or an infrastructure failure. Thread-safe.
    Result<NestedComparison> compare(const NestedRule &rule, const Bundle &expected,
                                     const Bundle &actual, std::stop_token stop) const;
    /// Compares parts of what was handed over.
    Result<NestedComparison> compare(const NestedRule &rule, const Value &expected,
                                     const TensorsView &expectedTensors, const Value &actual,
                                     const TensorsView &actualTensors, std::stop_token stop) const;
};

/// Servers of one evaluator: its own for candidates, and the reference seat of the current
/// evaluation. They share nothing. Not thread-safe.
class PythonServers
{
public:
    explicit PythonServers(const PythonShared &shared);
    ~PythonServers();
    PythonServers(const PythonServers &) = delete;
    PythonServers &operator=(const PythonServers &) = delete;

    /// Starts the candidate server early, because importing the framework takes most of the time.
    void beginSubjects();
    /// Returns the candidate server; starts it if needed.
    Result<PythonServer *> subjects(const std::stop_token &stop);

    /// Returns the seat of this evaluation; takes one if it has none.
    Result<OracleSeat *> seat(const std::stop_token &stop);
    /// Returns the seat at an evaluation's end, with no process of the task left on it.
    void giveBackSeat(PythonTask &task);

private:
    using Started = Result<std::unique_ptr<PythonServer>>;

    const PythonShared &m_shared;
    std::stop_source m_end; ///< of this evaluator: stops servers that are still starting
    std::future<Started> m_starting;
    std::unique_ptr<PythonServer> m_subjects;
    std::unique_ptr<OracleSeat> m_seat;
};

} // namespace loupe
