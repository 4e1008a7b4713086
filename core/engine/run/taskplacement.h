// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <set>
#include <string>

namespace loupe {

/// Which device of a run evaluates which task. A task belongs to the device that is the first to
/// have nothing else to do, and so do all its candidates: its reference is made once. A device that
/// has no task of its own left, and finds none that is nobody's, helps with the task of which most
/// waits. Where a candidate is evaluated says nothing of how: verdicts do not depend on it. Not
/// thread-safe.
class TaskPlacement
{
public:
    /// Anything that stands for an item's task.
    using TaskOf = std::function<const void *(std::size_t item)>;

    explicit TaskPlacement(TaskOf taskOf) : m_taskOf(std::move(taskOf)) { }

    /// The place in the line, which must not be empty, of what the device begins next.
    std::size_t choose(const std::deque<std::size_t> &waiting, const std::string &device);

private:
    TaskOf m_taskOf;
    std::map<const void *, std::set<std::string>> m_devices; ///< by task
};

} // namespace loupe
