// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/submissions/pythonwork.h"
#include "core/engine/submissions/resultcomparer.h"

#include <span>

namespace loupe {

/// Judged result of a timed call.
struct TimedTrial {
    Trial trial; ///< under the rules of the timed phase
    /// Wrong by those rules, but within the suite's own tolerance: the speedup is the suite's.
    bool isRightBySuite = false;
    std::string reason = {}; ///< why it is wrong, if that is established
};

/// Returns the trial of a call that gave no result.
TimedTrial timedTrial(const CallOutcome &outcome);

/// Comparer of timed calls' results. Uses the phase's rules. If a value fails them and the suite
/// judged the candidate correct, also uses the suite's own tolerance.
class TimedComparer
{
public:
    TimedComparer(const PythonContext &context, const ResultComparer &comparer)
        : m_context(context)
        , m_comparer(comparer)
    {
    }

    /// Compares by `rule`, which is the phase's for `given`, and if needed by the suite's.
    Result<TimedTrial> compare(const PythonWork &work, const NestedRule &rule,
                               const PythonTrial &given, const Bundle &actual) const;
    /// Returns whether two results are the same by the rule.
    Result<bool> areSame(const NestedRule &rule, const Bundle &one, const Bundle &other,
                         const std::stop_token &stop) const;
    /// Sets the reason "kept result" if a wrong result is the expected one of another trial.
    Status findKept(const PythonWork &work, const NestedRule &rule,
                    std::span<const PythonTrial *const> others, const Bundle &actual,
                    TimedTrial &judged) const;

private:
    const PythonContext &m_context;
    const ResultComparer &m_comparer;
};

} // namespace loupe
