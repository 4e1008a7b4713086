// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/population/taskcontents.h"

#include <algorithm>

namespace loupe {

std::uint32_t KnownContents::add(Name suite, Name task, Name hash)
{
    const std::uint32_t number = m_numbers[{suite, task}];
    m_tasks.resize(m_numbers.size());
    NamedTask &known = m_tasks[number];
    if (!hash.empty() && hash != known.hash) {
        known.hasSeveral = known.hasSeveral || !known.hash.empty();
        known.hash = hash;
    }
    return number;
}

Name KnownContents::contentOf(std::uint32_t task, Name hash) const
{
    return m_tasks[task].hasSeveral ? hash : m_tasks[task].hash;
}

std::size_t KnownContents::severalVersions() const
{
    return static_cast<std::size_t>(std::ranges::count_if(m_tasks, &NamedTask::hasSeveral));
}

TaskContents taskContents(std::span<const MetricRow> rows)
{
    KnownContents known;
    std::vector<std::uint32_t> taskOf;
    taskOf.reserve(rows.size());
    for (const MetricRow &row : rows)
        taskOf.push_back(known.add(row.suite, row.task, row.taskHash));
    TaskContents out;
    out.severalVersions = known.severalVersions();
    out.hashOf.reserve(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i)
        out.hashOf.push_back(known.contentOf(taskOf[i], rows[i].taskHash));
    return out;
}

} // namespace loupe
