// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>

namespace loupe {

/// Rate limit that holds for every span of one minute. (A token bucket would allow twice the rate
/// in a minute that starts with a full bucket.) An amount above the limit leaves once the window is
/// empty.
class RateWindow
{
public:
    using TimePoint = std::chrono::steady_clock::time_point;

    /// Without `perMinute`, everything may leave at once.
    explicit RateWindow(std::optional<std::int64_t> perMinute) : m_limit(perMinute) { }

    /// Returns the earliest time at which `amount` may leave; not before `now`.
    TimePoint earliest(std::int64_t amount, TimePoint now) const;
    void take(const std::string &id, std::int64_t amount, TimePoint now);
    /// Replaces an amount by the real one if that is lower.
    void correct(const std::string &id, std::int64_t amount);
    /// Takes the server's own rate if it is lower, and at least 1.
    void narrow(std::int64_t perMinute);
    std::optional<std::int64_t> limit() const { return m_limit; }

private:
    struct Taken {
        TimePoint at;
        std::int64_t amount;
        std::string id;
    };
    std::optional<std::int64_t> m_limit;
    std::deque<Taken> m_taken;
};

} // namespace loupe
