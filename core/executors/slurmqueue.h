// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/executors/job.h"
#include "core/executors/slurmstates.h"
#include "core/executors/slurmtemplate.h"

#include <cstdint>
#include <vector>

namespace loupe {

/// The array jobs of one job of ours, asked for through Slurm's own commands. What was submitted is
/// kept in the job's folder.
class SlurmQueue
{
public:
    SlurmQueue(const SlurmTemplate &site, const JobFolder &folder) : m_site(site), m_folder(folder)
    {
    }

    /// An array of these shards.
    Status submit(const std::vector<int> &shards);
    /// What was submitted by somebody before us.
    Status readSubmissions();
    /// Of every shard the state of its last submission, by squeue, or where that does not know it
    /// any more by sacct. A task that nobody knows has ended.
    Result<ArrayStates> states() const;

    enum class Which { Waiting, All };
    void cancel(Which which) const;

private:
    struct Submission {
        std::int64_t arrayJob = 0;
        std::vector<int> shards;
    };
    Status writeSubmissions() const;
    Status adoptUnknown();

    const SlurmTemplate &m_site;
    const JobFolder &m_folder;
    std::vector<Submission> m_submissions;
};

} // namespace loupe
