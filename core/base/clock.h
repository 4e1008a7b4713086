// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <stop_token>
#include <string>

namespace loupe {

/// Wall clock and monotonic clock, replaceable in tests.
class Clock
{
public:
    virtual ~Clock() = default;
    virtual std::chrono::steady_clock::time_point steadyNow() const = 0;
    virtual std::chrono::system_clock::time_point wallNow() const = 0;
};

/// Returns the machine's own clocks, which live for the whole program.
const Clock &systemClock();

/// Formats a time in UTC: "2026-11-21T07:30:00Z".
std::string isoTime(std::chrono::system_clock::time_point time);

/// Waits for `time`, or until `stop` is requested.
void pauseFor(std::chrono::duration<double> time, const std::stop_token &stop);

} // namespace loupe
