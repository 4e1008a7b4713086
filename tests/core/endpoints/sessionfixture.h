// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/base/json.h"

#include <chrono>

namespace loupe::test {

/// Clock that moves only when the test moves it.
class TestClock final : public Clock
{
public:
    std::chrono::steady_clock::time_point steadyNow() const override
    {
        return std::chrono::steady_clock::time_point(std::chrono::hours(1)) + m_moved;
    }
    std::chrono::system_clock::time_point wallNow() const override
    {
        return std::chrono::system_clock::from_time_t(784111777) // Sun, 06 Nov 1994 08:49:37 GMT
            + std::chrono::duration_cast<std::chrono::system_clock::duration>(m_moved);
    }
    void move(double seconds)
    {
        m_moved += std::chrono::duration_cast<std::chrono::steady_clock::duration>(
            std::chrono::duration<double>(seconds));
    }
    void moveTo(std::chrono::steady_clock::time_point time) { m_moved += time - steadyNow(); }
    double seconds() const { return std::chrono::duration<double>(m_moved).count(); }

private:
    std::chrono::steady_clock::duration m_moved{};
};

/// Returns the smallest valid profile.
inline Json profileJson()
{
    return {{"format", 1},
            {"name", "test"},
            {"endpoint", {{"url", "http://127.0.0.1:1/v1"}, {"kind", "llama.cpp"}}},
            {"model", "m"}};
}

} // namespace loupe::test
