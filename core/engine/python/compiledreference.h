// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/python/pythoncontext.h"
#include "core/platforms/build/artifactcache.h"

#include <stop_token>
#include <string>

namespace loupe {

/// Triton's compiled artifacts of the reference of a suite's test, cached by the content of
/// reference and test. The next process of the task starts with them, in this run and in later
/// ones. A reference that tunes itself compiles dozens of variants, for minutes. Does nothing for
/// references that are models, because the suite has no test of them.
class CompiledReference
{
public:
    CompiledReference(const BenchmarkTask &task, const PythonContext &context);

    /// Loads the cached artifacts into the process's Triton cache. Errors are infrastructure
    /// failures.
    Status give(PythonChild &child, const std::stop_token &stop) const;
    /// Caches what the process has compiled in addition. Io if the cache cannot be written.
    Status keep(PythonChild &child, const std::stop_token &stop) const;

private:
    bool isOfATest() const { return !m_content.empty(); }

    ArtifactCache m_cache;
    std::string m_content;
};

} // namespace loupe
