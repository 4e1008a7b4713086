// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/executors/job.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace loupe {

/// What a site knows about its cluster. Every value is data: an argument of sbatch, or a quoted
/// word of the script.
struct SlurmTemplate {
    std::string folder;           ///< for jobs; every node sees it at this path
    std::string program;          ///< kloupe on the nodes; empty: where this one lies
    std::string scratch = "/tmp"; ///< on a disk of the node; empty: the job's own folder
    int tasks = 1;                ///< of the array, at most
    int atOnce = 0;               ///< of these at a time; 0: as many as fit
    double pollSeconds = 5;
    int warnSeconds = 60; ///< before the time limit, to stop in order
    std::string partition;
    std::string account;
    std::string qos;
    std::string constraint;
    std::string gres;                               ///< "gpu:1"
    std::string time;                               ///< "02:00:00"
    std::string memory;                             ///< "16G"
    int cpus = 0;                                   ///< of a task; 0: as the partition says
    std::vector<std::string> modules;               ///< `module load` of each
    std::map<std::string, std::string> environment; ///< of the task
    std::vector<std::string> wrapper;               ///< before the program: a container's command
};

/// Strict JSON, "kernelloupe_slurm": 1. InvalidInput names every field that is wrong.
Result<SlurmTemplate> readSlurmTemplate(const std::filesystem::path &file);
Result<SlurmTemplate> parseSlurmTemplate(const std::string &text, const std::string &source);

/// What a task of the array runs; the task's number says which shard. `sandbox` is what the user
/// typed with this call.
std::string arrayScript(const SlurmTemplate &site, const JobFolder &job, const std::string &program,
                        const SandboxChoice &sandbox = {});

/// What Slurm calls the job's arrays: they are found by it where their numbers were not kept.
std::string arrayName(const JobFolder &job);

/// sbatch with its arguments, for these shards.
std::vector<std::string> sbatchCommand(const SlurmTemplate &site, const JobFolder &job,
                                       const std::vector<int> &shards);

} // namespace loupe
