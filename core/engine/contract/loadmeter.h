// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/request/runload.h"

#include <array>
#include <deque>
#include <map>
#include <string>

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

} // namespace loupe
