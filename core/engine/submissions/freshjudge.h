// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/clocks/pairedclocks.h"
#include "core/engine/submissions/pythonwork.h"
#include "core/engine/submissions/resultcomparer.h"
#include "core/engine/submissions/subjectbuild.h"
#include "core/engine/submissions/timedcomparer.h"

#include <optional>

namespace loupe {

/// Calls both sides on the work's fresh inputs in the timed ones' place, and judges what they gave.
/// A wrong result ends the candidate's timing; what cannot be looked at is an excuse, after which
/// the work has no fresh inputs any more.
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

    /// Times one call of each side on them. None where a side fails: the reference's failure is an
    /// excuse; that of a model ends its timing, that of a function is still to be judged.
    Result<std::optional<FreshCalls>> look(PythonWork &work, const PythonPhase &phase,
                                           PythonChild &baseline, PairedClocks &clocks,
                                           PairedClocks::Before before) const;
    /// Compares what they gave; a wrong result may be that of the `timed` inputs.
    Status judge(PythonWork &work, const PythonPhase &phase, const PythonTrial &timed,
                 const FreshCalls &calls, PythonChild &baseline) const;
    /// One more call at the timed addresses, whose inputs arrive on a device while it is being
    /// made. `before`: what lay there until then.
    Status judgeLate(PythonWork &work, const PythonPhase &phase, const PythonTrial &given,
                     const PythonTrial &before, PythonChild &baseline) const;
    /// What look() left to be judged of a function that failed.
    Status judgeFailure(PythonWork &work, const PythonPhase &phase) const;

private:
    /// One that a function fails is held against it only if a process of it that was never called
    /// before passes it: else it is right on the test's inputs alone, which a flag says.
    Status keepTrial(PythonWork &work, const PythonPhase &phase, TimedTrial judged,
                     const PythonTrial &given, const char *when) const;
    /// The fresh inputs in such a process.
    Result<Trial> judgeFirstCall(PythonWork &work, const PythonPhase &phase,
                                 const PythonTrial &given) const;

    const PythonContext &m_context;
    const ResultComparer &m_comparer;
    const TimedComparer m_timed;
    SubjectBuild &m_build;
};

} // namespace loupe
