// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/submissions/pythonservers.h"
#include "core/engine/submissions/pythonwork.h"
#include "core/platforms/build/artifactcache.h"

#include <string>

namespace loupe {

/// A candidate's process: forked, its source loaded in it, and what that compiled kept for later
/// runs. What the candidate does wrong is its work's verdict; errors are the machinery's. Not
/// thread-safe.
class SubjectBuild
{
public:
    SubjectBuild(const PythonShared &shared, PythonServers &servers);

    /// Whether what a source compiles is there already.
    bool isKept(const std::string &source) const { return m_artifacts.find(source).has_value(); }
    /// Loads the text that is judged first, of a model, before its reference is there.
    Status buildAhead(PythonWork &work);
    /// A process in which nothing is loaded.
    Status fork(PythonWork &work);
    /// The source in a new process; what did not load before is not tried again.
    Status loadAfresh(PythonWork &work, const std::string &source);
    /// In another process, for what is no build of its own: no time, flag or artifact is kept.
    Result<PythonChild::Answer> loadAgain(PythonWork &work, const std::string &source);
    /// Keeps what the process has compiled so far.
    Status keepArtifacts(PythonWork &work, const std::string &source) const;

private:
    Json request(const std::string &source) const;
    Status load(PythonWork &work, const std::string &source);

    const PythonShared &m_shared;
    const PythonContext &m_context;
    PythonServers &m_servers;
    ArtifactCache m_artifacts;
};

} // namespace loupe
