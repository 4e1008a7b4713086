// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/interrupt.h"

#include <csignal>
#include <ctime>

namespace loupe::cli {

namespace {
sigset_t endings()
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    return set;
}
} // namespace

InterruptGuard::InterruptGuard()
{
    const sigset_t set = endings();
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
    m_watcher = std::jthread([set, stop = m_stop](const std::stop_token &done) mutable {
        while (!done.stop_requested()) {
            constexpr timespec wait{0, 50'000'000};
            if (sigtimedwait(&set, nullptr, &wait) > 0)
                stop.request_stop();
        }
    });
}

InterruptGuard::~InterruptGuard()
{
    m_watcher.request_stop();
    m_watcher.join();
    const sigset_t set = endings();
    pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
}

} // namespace loupe::cli
