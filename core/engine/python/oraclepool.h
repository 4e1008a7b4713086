// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/engine/contract/endtogether.h"
#include "core/engine/contract/evaluationparts.h"
#include "core/engine/python/oracleseat.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <stop_token>
#include <utility>
#include <vector>

namespace loupe {

/// Pool of reference servers for all threads of a run. Each server imports the framework and may
/// start the device, which the driver does for one process at a time. A thread that holds a seat
/// may wait for a MemoryBudget or a TimingLease. A thread that holds one of those must not wait
/// here. Thread-safe.
class OraclePool
{
public:
    using Starter = std::function<Result<std::unique_ptr<PythonServer>>(const std::stop_token &)>;

    /// Allows at most `most` (at least 1) servers; `turns` and `reporter` are passed to OracleSeat.
    OraclePool(Starter starter, TimingLease *turns, int most,
               const OccupationReporter &reporter = OccupationReporter::nobody())
        : m_starter(std::move(starter))
        , m_turns(turns)
        , m_reporter(reporter)
        , m_left(std::max(most, 1))
    {
    }
    ~OraclePool()
    {
        m_end.request_stop(); // futures of servers that are still starting block until then
        endTogether(m_idle);
    }
    OraclePool(const OraclePool &) = delete;
    OraclePool &operator=(const OraclePool &) = delete;

    /// Starts `count` servers in the background.
    void begin(int count)
    {
        const std::lock_guard lock(m_mutex);
        for (; count > 0 && m_left > 0; --count, --m_left)
            m_starting.push_back(startOne());
    }

    /// Waits for a seat, which must be returned with giveBack(). Cancelled, or the reason why a
    /// server did not start.
    Result<std::unique_ptr<OracleSeat>> take(const std::stop_token &stop)
    {
        std::future<Started> starting;
        {
            std::unique_lock lock(m_mutex);
            while (m_idle.empty() && m_starting.empty() && m_left == 0) {
                m_changed.wait_for(lock, stopInterval);
                if (stop.stop_requested())
                    return cancelledRun();
            }
            if (!m_idle.empty()) {
                auto seat = std::move(m_idle.back());
                m_idle.pop_back();
                return seat;
            }
            if (m_starting.empty()) {
                starting = startOne(); // may throw, and then no server is in use
                --m_left;
            } else {
                starting = std::move(m_starting.front());
                m_starting.erase(m_starting.begin());
            }
        }
        while (starting.wait_for(stopInterval) != std::future_status::ready) {
            if (stop.stop_requested()) {
                putBack(std::move(starting));
                return cancelledRun();
            }
        }
        auto started = starting.get();
        if (!started) {
            const std::lock_guard lock(m_mutex);
            ++m_left;
            m_changed.notify_one();
            return started.error();
        }
        return std::make_unique<OracleSeat>(std::move(*started), m_turns, m_reporter);
    }
    void giveBack(std::unique_ptr<OracleSeat> seat)
    {
        const std::lock_guard lock(m_mutex);
        m_idle.push_back(std::move(seat));
        m_changed.notify_one();
    }

private:
    using Started = Result<std::unique_ptr<PythonServer>>;
    static constexpr std::chrono::milliseconds stopInterval{50};

    std::future<Started> startOne() const
    {
        return std::async(std::launch::async, [this] { return m_starter(m_end.get_token()); });
    }
    void putBack(std::future<Started> starting)
    {
        const std::lock_guard lock(m_mutex);
        m_starting.push_back(std::move(starting));
        m_changed.notify_one();
    }

    Starter m_starter;
    TimingLease *m_turns;
    const OccupationReporter &m_reporter;
    std::stop_source m_end;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    int m_left; ///< servers that may still be started
    std::vector<std::unique_ptr<OracleSeat>> m_idle;
    std::vector<std::future<Started>> m_starting;
};

} // namespace loupe
