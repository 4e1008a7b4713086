// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/submissions/pythonshared.h"
#include "core/engine/submissions/pythonwork.h"

namespace loupe {

/// Constructs a candidate's model in its process, with the reference's weights if there are some,
/// or continues if the constructor ran beforehand. A failure of the candidate is its work's
/// verdict; errors are infrastructure failures.
Status constructSubject(const PythonShared &shared, PythonWork &work, const PythonPhase &phase);
/// Runs the constructor as soon as the task's other thread knows the constructor's arguments, while
/// that thread makes the rest. Does nothing if there is no such plan.
void constructAhead(const PythonShared &shared, PythonWork &work);

} // namespace loupe
