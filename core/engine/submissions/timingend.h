// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/submissions/pythonshared.h"
#include "core/engine/submissions/pythonwork.h"

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

/// Compares the result of a timed call by `rule`, which is the phase's for `given`. If a value
/// fails that and the suite judged the candidate correct, also uses the suite's own tolerance.
Result<TimedTrial> compareTimed(const PythonShared &shared, const PythonWork &work,
                                const NestedRule &rule, const PythonTrial &given,
                                const Bundle &actual);
/// Returns whether two results are the same by the rule.
Result<bool> areSame(const PythonShared &shared, const NestedRule &rule, const Bundle &one,
                     const Bundle &other, const std::stop_token &stop);
/// Sets the reason "kept result" if a wrong result is the expected one of another trial.
Status findKeptResult(const PythonShared &shared, const PythonWork &work, const NestedRule &rule,
                      std::span<const PythonTrial *const> others, const Bundle &actual,
                      TimedTrial &judged);

/// Flag of a candidate whose timed calls are wrong for an established reason.
inline constexpr const char *wrongWhileTimedFlag = "wrong_while_timed";

/// Ends a candidate's timing because of a failure; `when` opens the sentence. The suite never
/// compares timed results, so its verdict remains if it judges, unless a call never returned.
void endTiming(const PythonContext &context, PythonWork &work, const CallOutcome &outcome,
               const std::string &when);

/// Keeps a wrong trial of the timed calls, of the inputs `given`. Within the suite's tolerance it
/// changes the strict verdict alone; else it ends the timing. `when` says on which inputs it was
/// called ("on inputs that arrive late"). Only an established reason is called wrong and gets the
/// flag.
void keepTimedTrial(const PythonContext &context, PythonWork &work, TimedTrial judged,
                    const PythonTrial &given, const std::string &when);

} // namespace loupe
