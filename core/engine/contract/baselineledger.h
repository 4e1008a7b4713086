// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/record/evaluation.h"
#include "core/suites/layout/benchmark.h"

#include <cstddef>
#include <map>
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

/// Returns the name that a ledger has for a task on its shape.
inline std::string ledgerName(const BenchmarkTask &task)
{
    return task.shape.empty() ? task.task.name : task.task.name + ": " + task.shape;
}

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

    /// Adds the time of one shape of a task that has `shapes` of them. Candidates of the task may
    /// have timed the others. Returns the times of all shapes with the last one, else none.
    std::vector<FurtherTime> add(FurtherTime time, std::size_t shapes)
    {
        const std::lock_guard lock(m_mutex);
        const auto place = m_ofShapes.try_emplace({time.record.baseline, time.record.task}).first;
        place->second.push_back(std::move(time));
        if (place->second.size() < shapes)
            return {};
        auto complete = m_ofShapes.extract(place);
        return std::move(complete.mapped());
    }

private:
    using BaselineOfTask = std::pair<std::string, std::string>; ///< name of the baseline, task

    const std::vector<FurtherBaseline> m_baselines;
    std::mutex m_mutex;
    std::set<BaselineOfTask> m_timed;
    std::map<BaselineOfTask, std::vector<FurtherTime>> m_ofShapes; ///< until they are complete
};

} // namespace loupe
