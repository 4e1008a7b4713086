// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/submissions/pythonshared.h"

#include <future>
#include <memory>
#include <stop_token>

namespace loupe {

/// The servers of one evaluator: its own for candidates, and the seat of references that its
/// evaluation has, which never share anything. Not thread-safe.
class PythonServers
{
public:
    explicit PythonServers(const PythonShared &shared);
    ~PythonServers();
    PythonServers(const PythonServers &) = delete;
    PythonServers &operator=(const PythonServers &) = delete;

    /// Starts that of candidates before it is needed: most of it is importing the framework.
    void beginSubjects();
    /// That of candidates, started where it is not.
    Result<PythonServer *> subjects(const std::stop_token &stop);

    /// The seat that this evaluation has; it takes one where it has none yet.
    Result<OracleSeat *> seat(const std::stop_token &stop);
    /// At an evaluation's end: the seat goes back, with no process of the task left on it.
    void giveBackSeat(PythonTask &task);

private:
    using Started = Result<std::unique_ptr<PythonServer>>;

    const PythonShared &m_shared;
    std::stop_source m_end; ///< of this evaluator: servers that still start need not
    std::future<Started> m_starting;
    std::unique_ptr<PythonServer> m_subjects;
    std::unique_ptr<OracleSeat> m_seat;
};

} // namespace loupe
