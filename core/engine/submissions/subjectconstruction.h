// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/submissions/pythonshared.h"
#include "core/engine/submissions/pythonwork.h"

namespace loupe {

/// A candidate's model made in its process, with the reference's weights where there are some. What
/// the candidate does wrong is its work's verdict; errors are the machinery's.
class SubjectConstruction
{
public:
    explicit SubjectConstruction(const PythonShared &shared) : m_shared(shared) { }

    /// Goes on where the constructor ran beforehand.
    Status construct(PythonWork &work, const PythonPhase &phase) const;
    /// Runs the constructor as soon as the task's other thread knows what models are given, beside
    /// the rest that it makes; nothing where that is not to be had.
    void constructAhead(PythonWork &work) const;

private:
    /// The constructor on the host, which needs no turn on the device, and the move by itself.
    bool constructsInParts(const PythonWork &work) const;
    PythonChild::Answer ask(PythonWork &work, const PythonPhase &phase) const;

    const PythonShared &m_shared;
};

} // namespace loupe
