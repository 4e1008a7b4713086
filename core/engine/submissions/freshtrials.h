// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/submissions/pythonwork.h"
#include "core/engine/submissions/resultcomparer.h"

namespace loupe {

struct TrialStream;

/// Returns the rule for a result on fresh inputs: for a function the trial's rule with the
/// tolerance factor of `work`. Pure.
NestedRule freshRuleOf(const PythonWork &work, const PythonPhase &phase, const PythonTrial &trial);

/// Returns a function's own result, out of the value handed over with its arguments. Returns the
/// whole value if the result has no tensor, because the function then wrote its arguments.
const Value &returnedOf(const Value &handedOver);

/// Source of inputs that a candidate's process has never seen, to replace the timed ones, with
/// their expected results. A model's inputs are drawn. A function's inputs are made from those in
/// the suite's test.
class FreshTrials
{
public:
    FreshTrials(const PythonShared &shared, const ResultComparer &comparer)
        : m_context(shared.context)
        , m_comparer(comparer)
    {
    }

    /// Sets the work's fresh inputs; `number` counts them. If there are none, adds an excuse.
    Status make(PythonWork &work, const PythonPhase &phase, TrialStream &maker,
                const PythonTrial &timed, int number) const;

private:
    Status draw(PythonWork &work, const PythonPhase &phase, TrialStream &maker,
                const PythonTrial &timed, int number) const;
    Status makeOfTest(PythonWork &work, const PythonPhase &phase, TrialStream &maker,
                      const PythonTrial &timed, int number) const;
    /// Returns whether a kept result would be wrong on the other values. Sets the tolerance factor
    /// of the work.
    Result<bool> isKeptWrong(PythonWork &work, const PythonPhase &phase, const PythonTrial &timed,
                             const PythonTrial &other) const;

    const PythonContext &m_context;
    const ResultComparer &m_comparer;
};

} // namespace loupe
