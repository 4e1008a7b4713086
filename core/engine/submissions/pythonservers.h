// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/submissions/pythonshared.h"

#include <future>
#include <memory>
#include <stop_token>

namespace loupe {

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
