// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/python/phasesahead.h"
#include "core/engine/submissions/pythonshared.h"
#include "core/engine/submissions/pythonwork.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace loupe {

/// Memory held by one evaluation, and its task while that is prepared during the build. It outlives
/// the evaluation's processes, so that memory is released only after they have ended.
struct EvaluationHolds {
    std::unique_ptr<MemoryBudget::Hold> memory;
    /// Taken before the task's phases are made by the evaluation that makes them, else afterwards.
    /// No evaluation holds a part while it waits for another's.
    std::unique_ptr<MemoryBudget::Hold> onDevice;
    StageSeconds aheadSeconds; ///< of the thread that makes them
    PhasesAhead ahead;
};

/// Seat, memory and task phases of one evaluation. The phases may be made on a separate thread
/// during the candidate's build. Returns the seat on destruction. Not thread-safe.
class EvaluationRoom
{
public:
    using Phases = Result<const std::vector<PythonPhase> *>;

    EvaluationRoom(const PythonShared &shared, PythonServers &servers, PythonWork &work,
                   EvaluationHolds &holds);
    ~EvaluationRoom();
    EvaluationRoom(const EvaluationRoom &) = delete;
    EvaluationRoom &operator=(const EvaluationRoom &) = delete;

    /// Takes a seat. If turns are taken by whole evaluations, also reserves the memory that a
    /// reference may need. A thread with a turn must not wait for memory.
    Status sit();
    /// Takes a seat and starts to make the phases if they take long enough to overlap with building
    /// and constructing the candidate.
    Status prepareAhead();
    bool isAhead() const { return m_holds.ahead.isBegun(); }
    /// Stops making the phases, because they are not needed.
    void dropAhead() { m_holds.ahead.drop(); }
    /// Returns the phases: those that are being made, else made here, which requires a seat.
    Phases phases();
    /// Replaces the memory held for making the phases by what judging needs.
    Status holdForJudging(const PythonPhase &phase);

private:
    /// Waits for device memory: `bytes`, or all of it if the attempt needs the whole device. Adds
    /// the wait to `seconds`, which belong to the waiting thread.
    Status reserve(std::int64_t bytes, StageSeconds &seconds, const std::stop_token &stop);
    Phases make(OracleSeat &seat, StageSeconds &seconds, const std::stop_token &stop);

    const PythonShared &m_shared;
    PythonServers &m_servers;
    PythonWork &m_work;
    EvaluationHolds &m_holds;
};

} // namespace loupe
