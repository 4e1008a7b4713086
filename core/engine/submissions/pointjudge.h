// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/submissions/pythonwork.h"
#include "core/engine/submissions/resultcomparer.h"

namespace loupe {

/// Judge of the strict protocol's points in a candidate's calls, other than the values.
class PointJudge
{
public:
    PointJudge(const PythonShared &shared, const ResultComparer &comparer)
        : m_context(shared.context)
        , m_comparer(comparer)
    {
    }

    /// Adds to a call's request what the candidate's process must do and watch in addition.
    static void ask(Json &request, const PythonPhase &phase, const PythonTrial &trial);
    /// Judges the points in the answer: sets a verdict in `out`, or flags and excuses of the work.
    /// May move the first result of a phase out of the answer.
    Status judge(PythonWork &work, const PythonPhase &phase, const PythonTrial &trial,
                 PythonChild::Answer &answer, Trial &out) const;

private:
    Status lookAtBits(PythonWork &work, const PythonPhase &phase, const PythonTrial &trial,
                      PythonChild::Answer &answer) const;

    const PythonContext &m_context;
    const ResultComparer &m_comparer;
};

} // namespace loupe
