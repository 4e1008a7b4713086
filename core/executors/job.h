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

/// 32 hexadecimal digits: nothing else is ever made a file name.
bool isJobId(const std::string &text);

/// What a job is: one run, to be done on one node or in several shards.
struct Job {
    std::string id;    ///< RunRequest::job
    std::string name;  ///< of the run
    std::string store; ///< of the person who asked, for finding the job again; never opened here
    RunPreset preset;  ///< with folders as the job's nodes see them
    int shards = 1;
};

/// How a job, or one shard of it, ended.
struct JobEnd {
    /// "finished", "cancelled", "failed"; "left_out": finished but for items that were cancelled
    std::string state;
    int infraErrors = 0;
    std::optional<Error> error; ///< of a failed one, and of one that failed when it was cancelled
};

/// The folder of a job, on a node or shared by several:
///   job.json       the Job
///   suite/, submissions/<i>/   what came with it, of a node that is reached by ssh
///   shards/<i>.kloupe, shards/<i>.end.json, shards/<i>.log    what shard i of them has done
///   shards/<i>.news    what its engine tells meanwhile, steer    what it is asked (steering.h)
///   cancel         when it is there, everybody stops
class JobFolder
{
public:
    explicit JobFolder(std::filesystem::path folder) : m_folder(std::move(folder)) { }

    const std::filesystem::path &path() const { return m_folder; }
    std::filesystem::path shardStore(int shard) const;
    std::filesystem::path shardLog(int shard) const;
    std::filesystem::path shardLock(int shard) const; ///< for WriterLock: held while it runs
    std::filesystem::path shardNews(int shard) const;
    std::filesystem::path steerFile() const { return m_folder / "steer"; }

    /// Creates the folder, readable by its owner alone, with shards/ in it.
    Status create() const;
    Status writeJob(const Job &job) const;
    Result<Job> readJob() const;
    Status writeEnd(int shard, const JobEnd &end) const;
    /// Nothing while it has not ended.
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
/// From somebody who may be hostile; what is missing stays empty.
Error errorFromJson(const Json &json);

/// Does shard `shard` of the job in this process, goes on where it stopped before, and writes how
/// it ended. With a `scratch` folder the store lies there and is handed back to the job's folder
/// every minute and at the end, for folders that several machines share; no store is ever opened on
/// those. Within the sandbox, whatever the job's file says, unless `sandbox` is what the asker
/// typed. Busy when somebody does it already.
Result<RunOutcome> workOnJob(const JobFolder &folder, int shard,
                             const std::filesystem::path &scratch, const SandboxChoice &sandbox,
                             RunObserver &observer, const std::stop_token &stop);

} // namespace loupe
