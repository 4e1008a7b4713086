// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/population/taskcontents.h"

#include "core/analysis/rows/rowgroups.h"

#include <algorithm>

namespace loupe {

namespace {

/// What is known of the contents under one name.
struct NamedTask {
    Name hash;
    bool hasSeveral = false;

    void add(Name found)
    {
        if (found.empty() || found == hash)
            return;
        hasSeveral = hasSeveral || !hash.empty();
        hash = found;
    }
};

} // namespace

TaskContents taskContents(std::span<const MetricRow> rows)
{
    const RowTasks tasks = rowTasks(rows);
    std::vector<NamedTask> named(tasks.count);
    for (std::size_t i = 0; i < rows.size(); ++i)
        named[tasks.taskOf[i]].add(rows[i].taskHash);
    TaskContents out;
    out.severalVersions
        = static_cast<std::size_t>(std::ranges::count_if(named, &NamedTask::hasSeveral));
    out.hashOf.reserve(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const NamedTask &task = named[tasks.taskOf[i]];
        out.hashOf.push_back(task.hasSeveral ? rows[i].taskHash : task.hash);
    }
    return out;
}

} // namespace loupe
