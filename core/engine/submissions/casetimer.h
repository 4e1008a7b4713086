// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/submissions/baselineforms.h"
#include "core/engine/submissions/pairtimer.h"
#include "core/engine/submissions/pythonservers.h"

#include <memory>
#include <optional>
#include <vector>

namespace loupe {

/// Timer for an operator on several of the calls that its tests make, small to large.
class CaseTimer
{
public:
    CaseTimer(const PythonShared &shared, PythonServers &servers, SubjectBuild &build,
              const BaselineForms &forms, const PairTimer &pair)
        : m_shared(shared)
        , m_context(shared.context)
        , m_servers(servers)
        , m_build(build)
        , m_forms(forms)
        , m_pair(pair)
    {
    }

    /// Times the calls; the evaluation gets the speedup over all of them.
    Status time(PythonWork &work, const PythonPhase &phase) const;

private:
    /// Calls reference and candidate on each case. Excludes those that the reference refuses
    /// outside its test.
    Status prepare(PythonWork &work, const PythonPhase &phase, PythonChild &baseline,
                   std::vector<const PythonTrial *> &cases) const;
    Status keep(PythonWork &work, const PythonPhase &phase, std::unique_ptr<TrialStream> reference,
                const std::vector<const PythonTrial *> &cases) const;
    /// Times one of the cases. nullopt if the candidate fails, which ends its timing.
    Result<std::optional<PairedTiming>> timeOne(PythonWork &work, const PythonPhase &phase,
                                                const PythonTrial &trial,
                                                std::unique_ptr<TrialStream> &reference,
                                                const TimingPolicy &policy) const;

    const PythonShared &m_shared;
    const PythonContext &m_context;
    PythonServers &m_servers;
    SubjectBuild &m_build;
    const BaselineForms &m_forms;
    const PairTimer &m_pair;
};

} // namespace loupe
