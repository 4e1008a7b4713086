// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/engine/request/runload.h"

#include <array>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace loupe {

/// Accumulator of a run's occupations. Seconds are the run's, passed by the caller, and never
/// decrease; no other clock is read. Not thread-safe.
///
/// A run is bound by what takes most of the device's time: its own work, timing, or an occupation
/// of evaluations while the device is idle. Idle time is divided in proportion to the evaluations'
/// occupations at that time. Waits for a turn and for timing count as timing.
class LoadMeter
{
public:
    /// `jobs` is the number of parallel evaluations.
    explicit LoadMeter(int jobs) : m_jobs(jobs) { }

    void enter(double second, const std::string &device, Occupation occupation);
    /// Ends an occupation that was entered.
    void leave(double second, const std::string &device, Occupation occupation);
    RunLoad tell(double second);

private:
    /// Seconds; those of several devices are added.
    struct Sums {
        double second = 0;
        double devices = 0; ///< of all devices
        double device = 0;
        double timing = 0;
        std::array<double, occupations> held{};      ///< of evaluations
        std::array<double, occupations> whileIdle{}; ///< of evaluations while their device was idle
    };

    void advance(double second);
    Sums since(const Sums &begin) const;
    LoadShares sharesOf(const Sums &sums) const;
    static RunBound boundOf(const Sums &sums);

    int m_jobs;
    std::map<std::string, std::array<int, occupations>> m_now; ///< by device
    Sums m_sums;
    std::deque<Sums> m_told{Sums()}; ///< of the last seconds, and one before
};

/// Log of the occupations of a run's threads, with a clock that starts at 0. Thread-safe.
class OccupationLog
{
public:
    /// `jobs` is the number of parallel evaluations. The clock must outlive the log.
    explicit OccupationLog(int jobs, const Clock &clock = systemClock())
        : m_clock(clock)
        , m_begin(clock.steadyNow())
        , m_meter(jobs)
    {
    }

    void enter(const std::string &device, Occupation occupation)
    {
        const std::lock_guard lock(m_mutex);
        m_meter.enter(now(), device, occupation);
    }
    void leave(const std::string &device, Occupation occupation)
    {
        const std::lock_guard lock(m_mutex);
        m_meter.leave(now(), device, occupation);
    }
    /// Starts an occupation of this thread, until end(). A nested one replaces it until that ends.
    /// A thread that has the device to itself stays in timing, whatever it starts.
    void begin(const std::string &device, Occupation occupation)
    {
        const std::lock_guard lock(m_mutex);
        auto &begun = m_begun[std::this_thread::get_id()];
        if (begun.empty())
            m_meter.enter(now(), device, occupation);
        else if (begun.back() != Occupation::Time)
            change(device, begun.back(), occupation);
        else
            occupation = Occupation::Time;
        begun.push_back(occupation);
    }
    void end(const std::string &device)
    {
        const std::lock_guard lock(m_mutex);
        const auto own = m_begun.find(std::this_thread::get_id());
        const Occupation ended = own->second.back();
        own->second.pop_back();
        if (!own->second.empty()) {
            change(device, ended, own->second.back());
            return;
        }
        m_meter.leave(now(), device, ended);
        m_begun.erase(own);
    }
    RunLoad tell()
    {
        const std::lock_guard lock(m_mutex);
        return m_meter.tell(now());
    }

private:
    void change(const std::string &device, Occupation from, Occupation to)
    {
        m_meter.leave(now(), device, from);
        m_meter.enter(now(), device, to);
    }
    double now() const
    {
        return std::chrono::duration<double>(m_clock.steadyNow() - m_begin).count();
    }

    const Clock &m_clock;
    const std::chrono::steady_clock::time_point m_begin;
    std::mutex m_mutex;
    LoadMeter m_meter;
    std::map<std::thread::id, std::vector<Occupation>> m_begun;
};

/// Reporter of the occupations of one device's evaluations. Thread-safe once constructed.
class OccupationReporter
{
public:
    OccupationReporter() = default; ///< discards reports
    OccupationReporter(std::shared_ptr<OccupationLog> log, std::string device)
        : m_log(std::move(log))
        , m_device(std::move(device))
    {
    }

    static const OccupationReporter &nobody()
    {
        static const OccupationReporter reporter;
        return reporter;
    }

    /// Reports an occupation for its lifetime, on one thread. The reporter must outlive it.
    class Scope
    {
    public:
        Scope(const OccupationReporter &reporter, Occupation occupation) : m_reporter(reporter)
        {
            if (m_reporter.m_log)
                m_reporter.m_log->begin(m_reporter.m_device, occupation);
        }
        ~Scope()
        {
            if (m_reporter.m_log)
                m_reporter.m_log->end(m_reporter.m_device);
        }
        Scope(const Scope &) = delete;
        Scope &operator=(const Scope &) = delete;

    private:
        const OccupationReporter &m_reporter;
    };

private:
    std::shared_ptr<OccupationLog> m_log;
    std::string m_device;
};

} // namespace loupe
