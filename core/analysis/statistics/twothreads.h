// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <future>

namespace loupe {

/// Number of rows from which a second thread pays off.
inline constexpr std::size_t worthASecondThread = 20000;

/// Returns the launch policy for work over `rows` rows in parallel to this thread; deferred work
/// runs within get().
inline std::launch besides(std::size_t rows)
{
    return rows < worthASecondThread ? std::launch::deferred : std::launch::async;
}

/// Calls `work(i)` once for each of 0 .. count - 1, on two threads if there are many rows. Calls
/// must be independent. Each thread takes the next index when it is free, because groups differ in
/// size. `work` must not throw.
template <typename Work>
void eachOnTwoThreads(std::size_t count, std::size_t rows, const Work &work)
{
    std::atomic<std::size_t> next = 0;
    const auto takeThem = [&] {
        for (std::size_t i = next++; i < count; i = next++)
            work(i);
    };
    auto other = std::async(besides(rows), takeThem);
    takeThem();
    other.get();
}

} // namespace loupe
