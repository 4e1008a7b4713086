// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/submissions/pythonwork.h"
#include "core/engine/submissions/resultcomparer.h"

namespace loupe {

struct TrialStream;

/// What a result on fresh inputs is held to: of a function so many times the tolerance as its work
/// says. Pure.
NestedRule freshRuleOf(const PythonWork &work, const PythonPhase &phase, const PythonTrial &trial);

/// Returns what a function returned, of what is handed over with its arguments; all of that where
/// it returned no tensor, and what it wrote is its result.
const Value &returnedOf(const Value &handedOver);

/// Inputs that a candidate's process has never seen, for a call in the timed ones' place, and what
/// is expected of them. Those of a model are drawn; those of a function, which stand in a suite's
/// test, are made of what the test gave.
class FreshTrials
{
public:
    FreshTrials(const PythonShared &shared, const ResultComparer &comparer)
        : m_context(shared.context)
        , m_comparer(comparer)
    {
    }

    /// They become the work's; `number` counts them. None, with an excuse, where there are none.
    Status make(PythonWork &work, const PythonPhase &phase, TrialStream &maker,
                const PythonTrial &timed, int number) const;

private:
    Status draw(PythonWork &work, const PythonPhase &phase, TrialStream &maker,
                const PythonTrial &timed, int number) const;
    Status makeOfTest(PythonWork &work, const PythonPhase &phase, TrialStream &maker,
                      const PythonTrial &timed, int number) const;
    /// Whether a result that was kept would be wrong on the other values; sets what results are
    /// held to.
    Result<bool> isKeptWrong(PythonWork &work, const PythonPhase &phase, const PythonTrial &timed,
                             const PythonTrial &other) const;

    const PythonContext &m_context;
    const ResultComparer &m_comparer;
};

} // namespace loupe
