// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/request/runload.h"

#include <array>
#include <deque>
#include <map>
#include <string>

namespace loupe {

/// Adds up what a run's evaluations are at. Seconds are the run's, given by the caller, and do not
/// go back: what it says depends on nothing else. Not thread-safe.
///
/// What bounds a run is what takes most of the device's time: its own work; timing; or what
/// evaluations are at while it has nothing to do, each occupation with its part of theirs then, and
/// waits for a turn and for timing counted as timing.
class LoadMeter
{
public:
    /// `jobs`: evaluations at a time.
    explicit LoadMeter(int jobs) : m_jobs(jobs) { }

    void enter(double second, const std::string &device, Occupation occupation);
    /// One that was entered.
    void leave(double second, const std::string &device, Occupation occupation);
    RunLoad tell(double second);

private:
    /// Seconds, those of several devices added.
    struct Sums {
        double second = 0;
        double devices = 0; ///< of all of them
        double device = 0;
        double timing = 0;
        std::array<double, occupations> held{};      ///< of evaluations
        std::array<double, occupations> whileIdle{}; ///< of these, while their device was idle
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
