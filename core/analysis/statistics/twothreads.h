// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <future>

namespace loupe {

/// Rows for which a second thread takes less time than it saves.
inline constexpr std::size_t worthASecondThread = 20000;

/// How work over so many rows is begun beside this thread: deferred runs within get().
inline std::launch besides(std::size_t rows)
{
    return rows < worthASecondThread ? std::launch::deferred : std::launch::async;
}

/// Calls `work(i)` for 0 .. count - 1, each once, on two threads where `rows` are many: for groups
/// of rows, which share nothing. Whichever thread is free takes the next, as groups are of
/// different size. `work` must not throw.
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
