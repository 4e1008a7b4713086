// SPDX-License-Identifier: Apache-2.0
#include "core/base/clock.h"

#include <condition_variable>
#include <ctime>
#include <mutex>

namespace loupe {

namespace {
class SystemClock final : public Clock
{
public:
    std::chrono::steady_clock::time_point steadyNow() const override
    {
        return std::chrono::steady_clock::now();
    }
    std::chrono::system_clock::time_point wallNow() const override
    {
        return std::chrono::system_clock::now();
    }
};
} // namespace

const Clock &systemClock()
{
    static const SystemClock clock;
    return clock;
}

std::string isoTime(std::chrono::system_clock::time_point time)
{
    const std::time_t seconds = std::chrono::system_clock::to_time_t(time);
    std::tm parts{};
    gmtime_r(&seconds, &parts);
    char text[32];
    std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
    return text;
}

void pauseFor(std::chrono::duration<double> time, const std::stop_token &stop)
{
    std::mutex mutex;
    std::condition_variable_any wakeUp;
    std::unique_lock lock(mutex);
    wakeUp.wait_for(lock, stop, time, [] { return false; });
}

} // namespace loupe
