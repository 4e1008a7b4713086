// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/executors/job.h"
#include "core/sandbox/linestream.h"

#include <filesystem>
#include <functional>
#include <stop_token>

namespace loupe {

/// The node's side of a run elsewhere: what `kloupe serve --stdio` does. It keeps nothing in memory
/// that matters: the job's folder is the journal, its store's order the sequence numbers. So the
/// connection, this process and the engine may each end at any moment.
struct JobServerSettings {
    std::filesystem::path folder; ///< for jobs and the files that came with them
    /// Starts a process that does shard 1 of the job and outlives this one.
    std::function<Status(const JobFolder &job, const SandboxChoice &sandbox)> startWork;
};

/// Speaks with one asker until the connection ends, which is no error. Errors that the asker was
/// told are returned, too.
Status serveJobs(LineStream lines, const JobServerSettings &settings, const std::stop_token &stop);

/// Starts `kloupe work` on the job in a session of its own, its words in the shard's log.
Status startWorkProcess(const JobFolder &job, const SandboxChoice &sandbox);

} // namespace loupe
