// SPDX-License-Identifier: Apache-2.0
#include "core/engine/run/taskplacement.h"

namespace loupe {

std::size_t TaskPlacement::choose(const std::deque<std::size_t> &waiting, const std::string &device)
{
    std::map<const void *, std::size_t> waits;
    std::size_t most = 0; // first item of the task with most waiting items
    for (std::size_t place = 0; place < waiting.size(); ++place) {
        const void *task = m_taskOf(waiting[place]);
        const auto known = m_devices.find(task);
        if (known == m_devices.end() || known->second.count(device) != 0) {
            m_devices[task].insert(device);
            return place;
        }
        ++waits[task];
    }
    for (std::size_t place = 0; place < waiting.size(); ++place) {
        if (waits.at(m_taskOf(waiting[place])) > waits.at(m_taskOf(waiting[most])))
            most = place;
    }
    m_devices[m_taskOf(waiting[most])].insert(device);
    return most;
}

} // namespace loupe
