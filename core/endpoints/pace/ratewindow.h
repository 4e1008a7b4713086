// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>

namespace loupe {

/// A rate per minute that no minute exceeds, wherever it begins: what left within the last minute
/// is remembered. (A bucket that fills steadily lets twice the rate through in a minute that begins
/// with a full one.) An amount above the whole rate leaves when nothing else did for a minute.
class RateWindow
{
public:
    using TimePoint = std::chrono::steady_clock::time_point;

    /// No limit: everything may leave at once.
    explicit RateWindow(std::optional<std::int64_t> perMinute) : m_limit(perMinute) { }

    /// The earliest time at which `amount` may leave; not before `now`.
    TimePoint earliest(std::int64_t amount, TimePoint now) const;
    void take(const std::string &id, std::int64_t amount, TimePoint now);
    /// What really came of it: only less counts.
    void correct(const std::string &id, std::int64_t amount);
    /// A server that says its own rate: only a lower one counts, and none below 1.
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
