// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/submissions/pythonwork.h"
#include "core/engine/submissions/resultcomparer.h"

namespace loupe {

/// The points of the strict protocol that a candidate's calls are judged by, besides their values.
class PointJudge
{
public:
    PointJudge(const PythonShared &shared, const ResultComparer &comparer)
        : m_context(shared.context)
        , m_comparer(comparer)
    {
    }

    /// What the candidate's process is to do and to watch in a call, besides making it.
    static void ask(Json &request, const PythonPhase &phase, const PythonTrial &trial);
    /// What the answer says of them: a verdict in `out`, or flags and excuses of the work. The
    /// first result of a phase may be taken out of the answer.
    Status judge(PythonWork &work, const PythonPhase &phase, const PythonTrial &trial,
                 PythonChild::Answer &answer, Trial &out) const;

private:
    Status lookAtBits(PythonWork &work, const PythonPhase &phase, const PythonTrial &trial,
                      PythonChild::Answer &answer) const;

    const PythonContext &m_context;
    const ResultComparer &m_comparer;
};

} // namespace loupe
