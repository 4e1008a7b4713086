// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/submissions/pythonwork.h"
#include "core/engine/submissions/resultcomparer.h"
#include "core/engine/submissions/subjectbuild.h"
#include "core/engine/submissions/timedcomparer.h"

namespace loupe {

/// Judge of single calls on the work's fresh inputs, before and after a timing. A wrong result ends
/// the candidate's timing. If the calls cannot be judged, the work gets an excuse.
class FreshJudge
{
public:
    FreshJudge(const PythonShared &shared, const ResultComparer &comparer, SubjectBuild &build)
        : m_context(shared.context)
        , m_comparer(comparer)
        , m_timed(shared.context, comparer)
        , m_build(build)
    {
    }

    /// Calls a function on the fresh inputs before it is timed. If it is wrong even in a process
    /// that was never called, its timed calls have the inputs of its test.
    Status judgeBefore(PythonWork &work, const PythonPhase &phase) const;
    /// Makes one more call at the timed addresses, whose inputs arrive on a device during the call.
    /// `before` is the trial whose inputs were there until then.
    Status judgeLate(PythonWork &work, const PythonPhase &phase, const PythonTrial &given,
                     const PythonTrial &before, PythonChild &baseline) const;

private:
    /// Keeps a trial that a function fails only if a process never called before passes it.
    /// Otherwise the function is correct on the test's inputs alone, which sets a flag.
    Status keepTrial(PythonWork &work, const PythonPhase &phase, TimedTrial judged,
                     const PythonTrial &given, const char *when) const;
    /// Judges the fresh inputs in such a process.
    Result<Trial> judgeFirstCall(PythonWork &work, const PythonPhase &phase,
                                 const PythonTrial &given) const;

    const PythonContext &m_context;
    const ResultComparer &m_comparer;
    const TimedComparer m_timed;
    SubjectBuild &m_build;
};

} // namespace loupe
