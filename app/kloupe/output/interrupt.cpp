// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/output/interrupt.h"

#include "app/kloupe/output/console.h"

#include <csignal>
#include <cstdio>
#include <ctime>
#include <optional>

#include <unistd.h>

namespace loupe::cli {

namespace {

using Clock = std::chrono::steady_clock;

sigset_t endings()
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    return set;
}

/// Ends the process without cleaning up, because a hanging thread may hold what that needs.
[[noreturn]] void endNow()
{
    std::fputs("kloupe: ended early; results stored so far are kept\n", stderr);
    _exit(static_cast<int>(ExitCode::Interrupted));
}

void watch(const std::stop_source &stop, std::chrono::milliseconds patience,
           const std::stop_token &done)
{
    const sigset_t set = endings();
    std::optional<Clock::time_point> asked;
    while (!done.stop_requested()) {
        constexpr timespec wait{0, 50'000'000};
        if (sigtimedwait(&set, nullptr, &wait) > 0) {
            if (asked)
                endNow();
            asked = Clock::now();
            stop.request_stop();
        }
        if (asked && Clock::now() - *asked > patience)
            endNow();
    }
}

} // namespace

InterruptGuard::InterruptGuard(std::chrono::milliseconds patience)
{
    const sigset_t set = endings();
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
    m_watcher = std::jthread(
        [stop = m_stop, patience](const std::stop_token &done) { watch(stop, patience, done); });
}

InterruptGuard::~InterruptGuard()
{
    m_watcher.request_stop();
    m_watcher.join();
    const sigset_t set = endings();
    pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
}

} // namespace loupe::cli
