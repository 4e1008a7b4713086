// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/clocks/pairedclocks.h"
#include "core/engine/submissions/freshjudge.h"
#include "core/engine/submissions/freshtrials.h"
#include "core/engine/submissions/pythonshared.h"
#include "core/timing/pairedtiming.h"

#include <optional>
#include <string>

namespace loupe {

/// Detector of repeated calls that skip work, used if the fresh call after a timing took longer.
class LeftOutCalls
{
public:
    LeftOutCalls(const PythonShared &shared, const FreshTrials &fresh, const FreshJudge &judge)
        : m_shared(shared)
        , m_fresh(fresh)
        , m_judge(judge)
    {
    }

    /// Makes further fresh calls until they confirm the repeated ones. If they never do, returns
    /// the times of the fresh calls.
    Result<std::optional<PairedTiming>> confirm(PythonWork &work, const PythonPhase &phase,
                                                const PythonTrial &timed, TrialStream &reference,
                                                PairedClocks &clocks, const FreshLook &first) const;

private:
    void keepTimes(PythonWork &work, const PairedTiming &timing, TimingMethod method,
                   const std::string &caseName) const;

    const PythonShared &m_shared;
    const FreshTrials &m_fresh;
    const FreshJudge &m_judge;
};

} // namespace loupe
