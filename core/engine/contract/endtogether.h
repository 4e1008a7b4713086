// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <system_error>
#include <thread>
#include <vector>

namespace loupe {

/// Destroys all of them at the same time. After a process that used a device, the driver needs a
/// fraction of a second to reclaim its memory. Destroyed in parallel, they do not wait for each
/// other.
template <typename Process>
void endTogether(std::vector<std::unique_ptr<Process>> &processes)
{
    std::vector<std::jthread> ending;
    for (std::unique_ptr<Process> &each : processes) {
        try {
            ending.emplace_back([&each] { each.reset(); });
        } catch (const std::system_error &) {
            each.reset(); // no thread could be created
        }
    }
}

} // namespace loupe
