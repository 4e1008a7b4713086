// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/python/phasesahead.h"
#include "core/engine/submissions/pythonservers.h"
#include "core/engine/submissions/pythonwork.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace loupe {

/// What one evaluation has of memory, and its task while that is made ready beside the build. It
/// outlives the evaluation's processes: memory is free when nothing is left of what needed it.
struct EvaluationHolds {
    std::unique_ptr<MemoryBudget::Hold> memory;
    /// Taken by whoever makes the task's phases, before he begins; by others afterwards. Nobody has
    /// a part while he waits for another's.
    std::unique_ptr<MemoryBudget::Hold> onDevice;
    StageSeconds aheadSeconds; ///< of the thread that makes them
    PhasesAhead ahead;
};

/// The seat and the memory of one evaluation, and its task's phases, which may be made on a thread
/// of their own beside the candidate's build. At its end the seat goes back. Not thread-safe.
class EvaluationRoom
{
public:
    using Phases = Result<const std::vector<PythonPhase> *>;

    EvaluationRoom(const PythonShared &shared, PythonServers &servers, PythonWork &work,
                   EvaluationHolds &holds);
    ~EvaluationRoom();
    EvaluationRoom(const EvaluationRoom &) = delete;
    EvaluationRoom &operator=(const EvaluationRoom &) = delete;

    /// Takes a seat, and where the whole machine takes turns the room that a reference may need:
    /// whoever makes it then has a turn, with which nobody may wait for memory.
    Status sit();
    /// Takes a seat and begins to make the phases where that takes so long that the candidate is
    /// built, and constructed, meanwhile.
    Status prepareAhead();
    bool isAhead() const { return m_holds.ahead.isBegun(); }
    /// Nobody will need what is being made.
    void dropAhead() { m_holds.ahead.drop(); }
    /// The phases: those that are being made, else made here, for which there must be a seat.
    Phases phases();
    /// What is held while the phases were made becomes what judging takes.
    Status holdForJudging(const PythonPhase &phase);

private:
    /// Waits for so much of the device, or for all of it where the attempt is to have that.
    /// `seconds`: where the wait is counted, of the thread that waits.
    Status reserve(std::int64_t bytes, StageSeconds &seconds, const std::stop_token &stop);
    Phases make(OracleSeat &seat, StageSeconds &seconds, const std::stop_token &stop);

    const PythonShared &m_shared;
    PythonServers &m_servers;
    PythonWork &m_work;
    EvaluationHolds &m_holds;
};

} // namespace loupe
