// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/submissions/timedcomparer.h"

namespace loupe {

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
