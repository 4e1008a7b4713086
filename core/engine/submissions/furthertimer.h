// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/contract/baselineledger.h"
#include "core/engine/submissions/baselineforms.h"
#include "core/engine/submissions/pythonshared.h"
#include "core/engine/submissions/pythonwork.h"

#include <memory>

namespace loupe {

/// Returns the ledger of a run's further baselines: those of the request, under the conditions of
/// `context` and of `more`, which the context lacks. Null if there are none.
std::shared_ptr<BaselineLedger> baselineLedgerFor(const PythonContext &context, Json more);

/// Timer for the run's further baselines, each alone in a process of its own and once for each
/// shape of a task.
class FurtherTimer
{
public:
    FurtherTimer(const PythonShared &shared, PythonServers &servers, const BaselineForms &forms)
        : m_shared(shared)
        , m_context(shared.context)
        , m_servers(servers)
        , m_forms(forms)
    {
    }

    /// Times the baselines that the task's shape has no time of, with the trial that the candidate
    /// was timed with, and adds them to the evaluation. The seat must have no process. A failure is
    /// a missing time, never the candidate's. The only error is Cancelled.
    Status time(PythonWork &work, const PythonPhase &phase, const PythonTrial &trial) const;

private:
    Result<GoldenRecord> timeOne(PythonWork &work, const PythonPhase &phase,
                                 const PythonTrial &trial, const FurtherBaseline &baseline) const;
    /// Starts a reference process that is ready to be timed in this form.
    Result<std::unique_ptr<TrialStream>> start(PythonWork &work, const PythonPhase &phase,
                                               const PythonTrial &trial, BaselineForm form) const;

    const PythonShared &m_shared;
    const PythonContext &m_context;
    PythonServers &m_servers;
    const BaselineForms &m_forms;
};

} // namespace loupe
