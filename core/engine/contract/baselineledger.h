// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace loupe {

/// Baseline of a run in addition to its own. Each task is timed with it once.
struct FurtherBaseline {
    std::string kind;       ///< "compile", the user's word
    std::string name;       ///< in the store: "compile reference (cuda:0)"
    std::string conditions; ///< JSON: what must be equal for a stored time to be used again
};

/// Tasks that have a time over each of a run's further baselines. Thread-safe.
class BaselineLedger
{
public:
    explicit BaselineLedger(std::vector<FurtherBaseline> baselines)
        : m_baselines(std::move(baselines))
    {
    }

    const std::vector<FurtherBaseline> &baselines() const { return m_baselines; }
    /// Returns whether the caller is to time this task, which then counts as timed.
    bool claim(std::string_view baseline, std::string_view task)
    {
        const std::lock_guard lock(m_mutex);
        return m_timed.emplace(baseline, task).second;
    }
    /// Takes a claim back, so that another candidate of the task can make it.
    void release(std::string_view baseline, std::string_view task)
    {
        const std::lock_guard lock(m_mutex);
        m_timed.erase({std::string(baseline), std::string(task)});
    }

private:
    const std::vector<FurtherBaseline> m_baselines;
    std::mutex m_mutex;
    std::set<std::pair<std::string, std::string>> m_timed; ///< name of the baseline, task
};

} // namespace loupe
