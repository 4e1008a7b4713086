// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/python/pythoncontext.h"
#include "core/platforms/build/artifactcache.h"

#include <stop_token>
#include <string>

namespace loupe {

/// What Triton has compiled for the reference of a suite's test, kept by the content of reference
/// and test: the next process of the task begins with it, in this run and in later ones. A
/// reference that tunes itself compiles dozens of variants, for minutes. Nothing for references
/// that are models: the suite has no test of them.
class CompiledReference
{
public:
    CompiledReference(const BenchmarkTask &task, const PythonContext &context);

    /// Puts what was kept where Triton looks for it in that process. Errors are the machinery's.
    Status give(PythonChild &child, const std::stop_token &stop) const;
    /// Keeps what the process has compiled beyond that. Io where the cache cannot be written.
    Status keep(PythonChild &child, const std::stop_token &stop) const;

private:
    bool isOfATest() const { return !m_content.empty(); }

    ArtifactCache m_cache;
    std::string m_content;
};

} // namespace loupe
