// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/submissions/pythonwork.h"

namespace loupe {

/// Ends a candidate's timing for what it did wrong; `when` opens the sentence. The suite never
/// looks at what it times, so its verdict stands where it judges.
void endTiming(const PythonContext &context, PythonWork &work, const CallOutcome &outcome,
               const char *when);

/// A trial of what was timed, of the inputs `given`: a wrong one is kept and ends the timing.
void keepTimedTrial(const PythonContext &context, PythonWork &work, Trial trial,
                    const PythonTrial &given, const char *when);

} // namespace loupe
