// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/submissions/pythonshared.h"
#include "core/engine/submissions/pythonwork.h"
#include "core/platforms/build/artifactcache.h"

#include <string>

namespace loupe {

/// Builder of a candidate's process: forks it, loads its source, and caches what that compiled for
/// later runs. A failure of the candidate is its work's verdict; errors are infrastructure
/// failures. Not thread-safe.
class SubjectBuild
{
public:
    SubjectBuild(const PythonShared &shared, PythonServers &servers);

    /// Returns whether the compiled form of a source is cached.
    bool isKept(const std::string &source) const { return m_artifacts.find(source).has_value(); }
    /// Loads the text of a model that is judged first, before its reference is available.
    Status buildAhead(PythonWork &work);
    /// Starts a process in which nothing is loaded.
    Status fork(PythonWork &work);
    /// Loads the source in a new process. A source that failed to load before is not tried again.
    Status loadAfresh(PythonWork &work, const std::string &source);
    /// Loads the source in another process that is not a build: no time, flag or artifact is kept.
    Result<PythonChild::Answer> loadAgain(PythonWork &work, const std::string &source);
    /// Caches what the process has compiled so far.
    Status keepArtifacts(PythonWork &work, const std::string &source) const;
    /// Adds the texts that compilers generated in the process to the evaluation, or why there are
    /// none, unless it has some. Called when the candidate has been judged and timed. Candidates on
    /// the processor have no such texts. A cancelled run leaves the rest of the evaluation as it
    /// is.
    void addGeneratedCode(PythonWork &work) const;

private:
    /// Returns the request to load a source, which may be of several files, with its artifacts.
    Json request(const std::string &source) const;
    Status load(PythonWork &work, const std::string &source);

    const PythonShared &m_shared;
    const PythonContext &m_context;
    PythonServers &m_servers;
    ArtifactCache m_artifacts;
};

} // namespace loupe
