// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/submissions/pythonwork.h"
#include "core/platforms/build/artifactcache.h"

#include <string>

namespace loupe {

/// Returns the stored name of a baseline of a run: "compile reference (cuda:0)".
std::string baselineName(const PythonContext &context, BaselineForm form);
/// Returns that of the run's own baseline, which candidates are timed against.
std::string baselineName(const PythonContext &context);

/// Baseline forms in which references are timed. torch.compile's output is cached by the
/// reference's content, for later candidates and runs. Not thread-safe.
class BaselineForms
{
public:
    explicit BaselineForms(const PythonContext &context);

    /// Converts the process's reference to a form. Unsupported if the reference cannot have it.
    Status use(PythonWork &work, PythonChild &baseline, const PythonPhase &phase,
               BaselineForm form) const;

private:
    const PythonContext &m_context;
    ArtifactCache m_compiled;
};

} // namespace loupe
