// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/executors/job.h"
#include "core/executors/slurmstates.h"
#include "core/executors/slurmtemplate.h"

#include <cstdint>
#include <vector>

namespace loupe {

/// Slurm arrays of one job, managed through Slurm's commands. The submissions are stored in the
/// job's folder.
class SlurmQueue
{
public:
    SlurmQueue(const SlurmTemplate &site, const JobFolder &folder) : m_site(site), m_folder(folder)
    {
    }

    /// Submits an array of these shards.
    Status submit(const std::vector<int> &shards);
    /// Reads the submissions of earlier processes.
    Status readSubmissions();
    /// Returns the state of every shard's last submission, from squeue or else from sacct. A task
    /// unknown to both has ended.
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
