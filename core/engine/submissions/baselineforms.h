// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/submissions/pythonwork.h"
#include "core/platforms/build/artifactcache.h"

#include <string>

namespace loupe {

/// What candidates of a run are timed against, in words that are stored.
std::string baselineName(const PythonContext &context);

/// References in the form that they are timed in. What torch.compile makes of one is kept by its
/// content, for later candidates and runs. Not thread-safe.
class BaselineForms
{
public:
    explicit BaselineForms(const PythonContext &context);

    /// Gives the process that form. Unsupported where the reference has none here.
    Status use(PythonWork &work, PythonChild &baseline, const PythonPhase &phase) const;

private:
    const PythonContext &m_context;
    ArtifactCache m_compiled;
};

} // namespace loupe
