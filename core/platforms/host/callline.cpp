// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/host/callline.h"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace loupe {

namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr std::uint32_t ticketMask = (1U << 28) - 1;
constexpr unsigned kindShift = 28;
constexpr std::uint32_t kindMask = 7;

// No FUTEX_PRIVATE_FLAG, because the word is shared between processes.
void sleepWhile(std::atomic<std::uint32_t> &word, std::uint32_t value,
                std::chrono::nanoseconds patience)
{
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(patience);
    const timespec limit{seconds.count(), (patience - seconds).count()};
    syscall(SYS_futex, &word, FUTEX_WAIT, value, &limit, nullptr, 0);
}

void wake(std::atomic<std::uint32_t> &word)
{
    syscall(SYS_futex, &word, FUTEX_WAKE, 1, nullptr, nullptr, 0);
}

} // namespace

std::uint32_t lineWord(LineRequest kind, std::uint32_t ticket)
{
    return static_cast<std::uint32_t>(kind) << kindShift | (ticket & ticketMask);
}

LineRequest lineKind(std::uint32_t word)
{
    return static_cast<LineRequest>(word >> kindShift & kindMask);
}

void postRequest(CallLine &line, std::uint32_t word)
{
    line.request.store(word);
    if (line.isSubjectAsleep.load() != 0)
        wake(line.request);
}

bool awaitAnswer(CallLine &line, std::uint32_t before, std::chrono::nanoseconds patience)
{
    const auto end = SteadyClock::now() + patience;
    line.isEngineAsleep.store(1);
    for (;;) {
        const bool hasAnswered = line.answer.load(std::memory_order_acquire) != before;
        const auto left = end - SteadyClock::now();
        if (hasAnswered || left <= std::chrono::nanoseconds(0)) {
            line.isEngineAsleep.store(0);
            return hasAnswered;
        }
        sleepWhile(line.answer, before, left);
    }
}

std::uint32_t awaitRequest(CallLine &line, std::uint32_t last)
{
    constexpr std::chrono::hours soLong{1};
    line.isSubjectAsleep.store(1);
    while (line.request.load() == last)
        sleepWhile(line.request, last, soLong);
    line.isSubjectAsleep.store(0);
    return line.request.load(std::memory_order_acquire);
}

void postAnswer(CallLine &line, std::uint32_t word)
{
    // The locked instruction also drains non-temporal stores.
    line.answer.exchange(word);
    if (line.isEngineAsleep.load() != 0)
        wake(line.answer);
}

} // namespace loupe
