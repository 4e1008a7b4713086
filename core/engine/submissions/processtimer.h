// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/statistics/speedup.h"
#include "core/engine/submissions/pairtimer.h"
#include "core/engine/submissions/pythonservers.h"
#include "core/engine/submissions/subjectconstruction.h"

#include <memory>
#include <optional>

namespace loupe {

struct TimedProcesses {
    SpeedupEstimate estimate;
    double allowance
        = 0; ///< for other differences between processes (core/analysis/statistics/speedup.h)
};

/// Timer that uses several processes of each side. It measures on this machine how much the times
/// of identical programs differ between processes.
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

    /// Times both sides, which must be ready, with the clocks settled. Uses further processes if
    /// possible, with the same rules and further unseen inputs. nullopt if the candidate fails in
    /// one of them, which ends its timing.
    Result<std::optional<TimedProcesses>> time(PythonWork &work, const PythonPhase &phase,
                                               const PythonTrial &trial,
                                               std::unique_ptr<TrialStream> &reference,
                                               PairedClocks &clocks) const;

private:
    /// Returns how many processes of each side are timed, if the first result justifies more.
    int most() const;
    TimingPolicy policyOfFirst(const PairedClocks &clocks, int processes) const;
    /// Returns whether further processes are worth their cost, given the first result.
    bool isWorthMore(const SpeedupEstimate &first) const;
    /// Returns which side goes first in a process: random, from the run's secret seed.
    bool beginsWithCandidate(const PythonWork &work, int process) const;
    /// Times one more process of each side; `number` counts them.
    Result<std::optional<PairedTiming>> timeAnother(PythonWork &work, const PythonPhase &phase,
                                                    const PythonTrial &trial,
                                                    std::unique_ptr<TrialStream> &reference,
                                                    const TimingPolicy &policy, int number) const;
    /// Starts another process of each side, both at once. Returns false if the candidate fails.
    Result<bool> startPair(PythonWork &work, const PythonPhase &phase, const PythonTrial &trial,
                           std::unique_ptr<TrialStream> &reference) const;
    /// Starts a reference process and calls it with the timed trial.
    static Result<std::unique_ptr<TrialStream>> startReference(OracleSeat &seat, PythonTask &task,
                                                               const PythonPhase &phase,
                                                               const PythonTrial &trial,
                                                               const std::stop_token &stop);
    /// Starts a candidate process, loads and constructs it. Returns false if that fails, which ends
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
