// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <set>
#include <string>

namespace loupe {

/// Assignment of tasks to the devices of a run. A task belongs to the first idle device, with all
/// its candidates, so that its reference is made once. A device without tasks of its own or new
/// ones helps with the task that has most waiting items. Verdicts do not depend on the device. Not
/// thread-safe.
class TaskPlacement
{
public:
    /// Any address that identifies an item's task.
    using TaskOf = std::function<const void *(std::size_t item)>;

    explicit TaskPlacement(TaskOf taskOf) : m_taskOf(std::move(taskOf)) { }

    /// Returns the index in `waiting`, which must not be empty, of the next item of `device`.
    std::size_t choose(const std::deque<std::size_t> &waiting, const std::string &device);

private:
    TaskOf m_taskOf;
    std::map<const void *, std::set<std::string>> m_devices; ///< by task
};

} // namespace loupe
