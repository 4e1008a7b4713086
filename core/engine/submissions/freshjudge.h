// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/clocks/pairedclocks.h"
#include "core/engine/submissions/pythonwork.h"
#include "core/engine/submissions/resultcomparer.h"
#include "core/engine/submissions/subjectbuild.h"
#include "core/engine/submissions/timedcomparer.h"

#include <optional>

namespace loupe {

/// Judge of calls on the work's fresh inputs, which replace the timed ones. A wrong result ends the
/// candidate's timing. If the calls cannot be judged, the work gets an excuse and loses its fresh
/// inputs.
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

    /// Times one call of reference and candidate on the fresh inputs. nullopt if either fails. The
    /// reference's failure is an excuse, a model's ends its timing, and a function's is left to
    /// judgeFailure().
    Result<std::optional<FreshCalls>> look(PythonWork &work, const PythonPhase &phase,
                                           PythonChild &baseline, PairedClocks &clocks,
                                           PairedClocks::Before before) const;
    /// Compares the results; a wrong one may be that of the `timed` inputs.
    Status judge(PythonWork &work, const PythonPhase &phase, const PythonTrial &timed,
                 const FreshCalls &calls, PythonChild &baseline) const;
    /// Makes one more call at the timed addresses, whose inputs arrive on a device during the call.
    /// `before` is the trial whose inputs were there until then.
    Status judgeLate(PythonWork &work, const PythonPhase &phase, const PythonTrial &given,
                     const PythonTrial &before, PythonChild &baseline) const;
    /// Judges a function whose call failed in look().
    Status judgeFailure(PythonWork &work, const PythonPhase &phase) const;

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
