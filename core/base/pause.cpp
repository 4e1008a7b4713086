// SPDX-License-Identifier: Apache-2.0
#include "core/base/pause.h"

#include <condition_variable>
#include <mutex>

namespace loupe {

void pauseFor(std::chrono::duration<double> time, const std::stop_token &stop)
{
    std::mutex mutex;
    std::condition_variable_any wakeUp;
    std::unique_lock lock(mutex);
    wakeUp.wait_for(lock, stop, time, [] { return false; });
}

} // namespace loupe
