// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <stop_token>
#include <thread>

namespace loupe::cli {

/// Turns SIGINT and SIGTERM into a stop request during its lifetime. Create it before other
/// threads, so that they inherit the blocked signals. A second signal, or `patience` after the
/// first, ends the program at once with ExitCode::Interrupted. Stored results are kept.
class InterruptGuard
{
public:
    explicit InterruptGuard(std::chrono::milliseconds patience = std::chrono::minutes(1));
    ~InterruptGuard();
    InterruptGuard(const InterruptGuard &) = delete;
    InterruptGuard &operator=(const InterruptGuard &) = delete;

    std::stop_token token() const { return m_stop.get_token(); }

private:
    std::stop_source m_stop;
    std::jthread m_watcher;
};

} // namespace loupe::cli
