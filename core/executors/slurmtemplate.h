// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/executors/job.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace loupe {

/// Site-specific description of a cluster. Every value is data: an argument of sbatch, or a quoted
/// word of the script.
struct SlurmTemplate {
    std::string folder;           ///< for jobs; at the same path on every node
    std::string program;          ///< kloupe on the nodes; empty: this program's path
    std::string scratch = "/tmp"; ///< on a local disk of the node; empty: the job's own folder
    int tasks = 1;                ///< maximum tasks of the array
    int atOnce = 0;               ///< maximum running tasks; 0: no limit
    double pollSeconds = 5;
    int warnSeconds = 60; ///< before the time limit, for an orderly stop
    std::string partition;
    std::string account;
    std::string qos;
    std::string constraint;
    std::string gres;                               ///< "gpu:1"
    std::string time;                               ///< "02:00:00"
    std::string memory;                             ///< "16G"
    int cpus = 0;                                   ///< per task; 0: the partition's default
    std::vector<std::string> modules;               ///< arguments of `module load`
    std::map<std::string, std::string> environment; ///< of the task
    std::vector<std::string> wrapper; ///< prefix of the program, such as a container's command
};

/// Reads a template: strict JSON with "kernelloupe_slurm": 1. InvalidInput names every wrong field.
Result<SlurmTemplate> readSlurmTemplate(const std::filesystem::path &file);
Result<SlurmTemplate> parseSlurmTemplate(const std::string &text, const std::string &source);

/// Returns the script of an array task; the task's number selects the shard. `sandbox` is the
/// user's choice on this call.
std::string arrayScript(const SlurmTemplate &site, const JobFolder &job, const std::string &program,
                        const SandboxChoice &sandbox = {});

/// Returns the Slurm name of the job's arrays, by which arrays with unknown numbers are found.
std::string arrayName(const JobFolder &job);

/// Returns the sbatch command for these shards.
std::vector<std::string> sbatchCommand(const SlurmTemplate &site, const JobFolder &job,
                                       const std::vector<int> &shards);

} // namespace loupe
