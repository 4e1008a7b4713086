// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/submissions/pythonwork.h"
#include "core/engine/submissions/subjectbuild.h"

namespace loupe {

/// Calls a function on the work's fresh inputs before it is timed. A wrong result ends the
/// candidate's timing. If it is wrong even in a process that was never called, its timed calls have
/// the inputs of its test.
Status judgeFreshBefore(const PythonShared &shared, SubjectBuild &build, PythonWork &work,
                        const PythonPhase &phase);
/// Makes one more call at the timed addresses, whose inputs arrive on a device during the call.
/// `before` is the trial whose inputs were there until then. A wrong result ends the candidate's
/// timing. If the call cannot be judged, the work gets an excuse.
Status judgeLateCall(const PythonShared &shared, PythonWork &work, const PythonPhase &phase,
                     const PythonTrial &given, const PythonTrial &before, PythonChild &baseline);

} // namespace loupe
