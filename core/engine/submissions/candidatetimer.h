// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/submissions/baselineforms.h"
#include "core/engine/submissions/furthertimer.h"
#include "core/engine/submissions/pythonshared.h"
#include "core/engine/submissions/subjectbuild.h"

#include <memory>

namespace loupe {

class PairedClocks;

/// Timer for a correct candidate against its reference. A failure of the candidate ends its timing
/// and becomes the verdict of its evaluation. Errors are infrastructure failures.
class CandidateTimer
{
public:
    CandidateTimer(const PythonShared &shared, PythonServers &servers, SubjectBuild &build);
    CandidateTimer(const CandidateTimer &) = delete;
    CandidateTimer &operator=(const CandidateTimer &) = delete;

    /// Times the calls that `phase` was judged by.
    Status time(PythonWork &work, const PythonPhase &phase) const;

private:
    /// Times the largest of the calls.
    Status timeLargest(PythonWork &work, const PythonPhase &phase) const;
    Status keep(PythonWork &work, const PythonPhase &phase, const PythonTrial &trial,
                std::unique_ptr<TrialStream> &reference, PairedClocks &clocks) const;
    /// Makes one call of the candidate under hardware counters.
    void takeCounters(PythonWork &work, const PythonPhase &phase) const;

    const PythonShared &m_shared;
    const PythonContext &m_context;
    PythonServers &m_servers;
    SubjectBuild &m_build;
    BaselineForms m_forms;
    FurtherTimer m_further;
};

} // namespace loupe
