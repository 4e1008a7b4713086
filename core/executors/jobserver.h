// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/executors/job.h"
#include "core/sandbox/system/linestream.h"

#include <filesystem>
#include <functional>
#include <stop_token>

namespace loupe {

/// Settings of the node's side of a remote run (`kloupe serve --stdio`). The server keeps no
/// essential state in memory: the job's folder is the journal, and the order of its store gives the
/// sequence numbers. The connection, this process and the engine may therefore each end at any
/// moment.
struct JobServerSettings {
    std::filesystem::path folder; ///< for jobs and the files that came with them
    /// Starts a process that runs shard 1 of the job and outlives this one.
    std::function<Status(const JobFolder &job, const SandboxChoice &sandbox)> startWork;
};

/// Serves one client until the connection ends, which is not an error. Errors sent to the client
/// are also returned.
Status serveJobs(LineStream lines, const JobServerSettings &settings, const std::stop_token &stop);

/// Starts `kloupe work` on the job in its own session; its output goes to the shard's log.
Status startWorkProcess(const JobFolder &job, const SandboxChoice &sandbox);

} // namespace loupe
