// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/integrity/rule.h"

#include <string>
#include <vector>

namespace loupe {

/// Kernels that a source defines.
struct KernelsOfSource {
    std::vector<CppName> defined;
    int launched = 0; ///< of the defined
};

/// Returns the kernels in Python, and those in C++ and CUDA, embedded or not.
KernelsOfSource kernelsOf(const CandidateEvidence &evidence);

/// Returns the calls of a library's operators that the judged entry can reach.
std::vector<CppName> libraryCalls(const CandidateEvidence &evidence);

/// Returns whether the source brings kernels, launched or not.
bool hasOwnKernels(const CandidateEvidence &evidence);

/// Returns whether the judged entry can launch one of the source's own kernels.
bool launchesOwnKernels(const CandidateEvidence &evidence);

/// Returns whether torch.compile or a similar compiler makes kernels out of the operators.
bool isCompiledByLibrary(const PythonFacts &python);

/// Returns whether the source executes text or imports modules whose kernels no rule can see.
bool hidesKernels(const PythonFacts &python);

} // namespace loupe
