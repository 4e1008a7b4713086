// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/engine/request/runpreset.h"
#include "core/engine/run/runner.h"

#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>

namespace loupe {

/// Returns true for 32 hexadecimal digits; no other text is ever used as a file name.
bool isJobId(const std::string &text);

/// A run to be done on one node or in several shards.
struct NodeJob {
    std::string id;    ///< RunRequest::job
    std::string name;  ///< of the run
    std::string store; ///< store of the requesting user, for finding the job again; never opened
                       ///< here
    RunPreset preset;  ///< with folders as seen by the job's nodes
    int shards = 1;
};

/// End state of a job, or of one of its shards.
struct JobEnd {
    /// "finished", "cancelled", "failed"; "left_out": finished, except for cancelled items
    std::string state;
    int infraErrors = 0;
    std::optional<Error> error; ///< of a failed job, or of one that failed while being cancelled
};

/// Folder of a job, on one node or shared by several:
///   job.json       the NodeJob
///   suite/, submissions/<i>/   files sent with the job, on a node reached by ssh
///   shards/<i>.kloupe, shards/<i>.end.json, shards/<i>.log    results of shard i
///   shards/<i>.news    progress reported by its engine, steer    commands to it (steering.h)
///   cancel         stops all shards while it exists
class JobFolder
{
public:
    explicit JobFolder(std::filesystem::path folder) : m_folder(std::move(folder)) { }

    const std::filesystem::path &path() const { return m_folder; }
    std::filesystem::path shardStore(int shard) const;
    std::filesystem::path shardLog(int shard) const;
    std::filesystem::path shardLock(int shard) const; ///< for WriterLock; held while the shard runs
    std::filesystem::path shardNews(int shard) const;
    std::filesystem::path steerFile() const { return m_folder / "steer"; }

    /// Creates the folder, readable by its owner alone, with shards/ in it.
    Status create() const;
    Status writeJob(const NodeJob &job) const;
    Result<NodeJob> readJob() const;
    Status writeEnd(int shard, const JobEnd &end) const;
    /// Returns nothing while the shard has not ended.
    std::optional<JobEnd> readEnd(int shard) const;
    void removeEnd(int shard) const;
    Status requestCancel() const;
    void withdrawCancel() const;
    bool isCancelRequested() const;

private:
    std::filesystem::path shardFile(int shard, const char *ending) const;
    std::filesystem::path m_folder;
};

Json toJson(const Error &error);
/// Reads an error from an untrusted sender; missing fields stay empty.
Error errorFromJson(const Json &json);

/// Runs shard `shard` of the job in this process, resumes where it stopped, and writes its end
/// state. With a `scratch` folder the store lies there, and is copied to the job's folder every
/// minute and at the end. Stores in folders shared by machines are never opened. Runs in the
/// sandbox, whatever the job's file says, unless `sandbox` holds the user's explicit choice. Busy
/// if another process runs the shard.
Result<RunOutcome> workOnJob(const JobFolder &folder, int shard,
                             const std::filesystem::path &scratch, const SandboxChoice &sandbox,
                             RunObserver &observer, const std::stop_token &stop);

} // namespace loupe
