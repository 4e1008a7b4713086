// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/submissions/pythonshared.h"
#include "core/engine/submissions/pythonwork.h"

namespace loupe {

/// Constructs a candidate's model in its process, with the reference's weights if there are some. A
/// failure of the candidate is its work's verdict; errors are infrastructure failures.
class SubjectConstruction
{
public:
    explicit SubjectConstruction(const PythonShared &shared) : m_shared(shared) { }

    /// Constructs the model, or continues if the constructor ran beforehand.
    Status construct(PythonWork &work, const PythonPhase &phase) const;
    /// Runs the constructor as soon as the task's other thread knows the constructor's arguments,
    /// while that thread makes the rest. Does nothing if there is no such plan.
    void constructAhead(PythonWork &work) const;

private:
    /// Returns whether the constructor runs on the host, which needs no turn on the device, and the
    /// move to the device is a separate step.
    bool constructsInParts(const PythonWork &work) const;
    PythonChild::Answer ask(PythonWork &work, const PythonPhase &phase) const;

    const PythonShared &m_shared;
};

} // namespace loupe
