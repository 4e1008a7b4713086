// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/submissions/pairtimer.h"
#include "core/engine/submissions/pythonservers.h"
#include "core/engine/submissions/subjectconstruction.h"
#include "core/timing/speedup.h"

#include <memory>
#include <optional>

namespace loupe {

struct TimedProcesses {
    SpeedupEstimate estimate;
    double allowance = 0; ///< for what processes differ by besides (core/timing/speedup.h)
};

/// Timing in several processes of either side: what equal programs differ by from process to
/// process is measured, on this machine and at this moment, by processes that are alike.
class ProcessTimer
{
public:
    ProcessTimer(const PythonShared &shared, PythonServers &servers, SubjectBuild &build,
                 const SubjectConstruction &construction, const PairTimer &pair)
        : m_shared(shared)
        , m_context(shared.context)
        , m_servers(servers)
        , m_build(build)
        , m_construction(construction)
        , m_pair(pair)
    {
    }

    /// Both sides ready and the clocks settled: times them and, where that can be had, further
    /// processes of either side, which see and are held to the same. None where the candidate fails
    /// in one of them, which ends its timing.
    Result<std::optional<TimedProcesses>> time(PythonWork &work, const PythonPhase &phase,
                                               const PythonTrial &trial,
                                               std::unique_ptr<TrialStream> &reference,
                                               PairedClocks &clocks) const;

private:
    /// In how many processes of each side this is timed, if the first is worth more.
    int most() const;
    TimingPolicy policyOfFirst(const PairedClocks &clocks, int processes) const;
    /// Whether further ones are worth what they cost, by what the first says.
    bool isWorthMore(const SpeedupEstimate &first) const;
    /// Which side goes first in a process: by chance, that of the run's secret seed.
    bool beginsWithCandidate(const PythonWork &work, int process) const;
    /// The same in one more process of either side; `number` counts them.
    Result<std::optional<TimedPair>> timeAnother(PythonWork &work, const PythonPhase &phase,
                                                 const PythonTrial &trial,
                                                 std::unique_ptr<TrialStream> &reference,
                                                 const TimingPolicy &policy, int number) const;
    /// Another process of either side, both at once. False where the candidate fails.
    Result<bool> startPair(PythonWork &work, const PythonPhase &phase, const PythonTrial &trial,
                           std::unique_ptr<TrialStream> &reference) const;
    /// One of the reference, given what is timed.
    static Result<std::unique_ptr<TrialStream>> startReference(OracleSeat &seat, PythonTask &task,
                                                               const PythonPhase &phase,
                                                               const PythonTrial &trial,
                                                               const std::stop_token &stop);
    /// One of the candidate, loaded and constructed. False where that fails, which ends
    /// its timing.
    Result<bool> startSubject(PythonWork &work, const PythonPhase &phase) const;

    const PythonShared &m_shared;
    const PythonContext &m_context;
    PythonServers &m_servers;
    SubjectBuild &m_build;
    const SubjectConstruction &m_construction;
    const PairTimer &m_pair;
};

} // namespace loupe
