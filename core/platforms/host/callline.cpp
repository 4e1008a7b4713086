// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/host/callline.h"

#include <algorithm>
#include <thread>

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace loupe {

namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr std::uint32_t ticketMask = (1U << 28) - 1;
constexpr unsigned kindShift = 28;
constexpr std::uint32_t kindMask = 7;

/// What waiting costs others beside what sleeping and waking costs.
constexpr std::chrono::microseconds engineSpin{50};
/// Longer: a subject that is stopped between calls spins only until the stop reaches it.
constexpr std::chrono::microseconds subjectSpin{200};

void relax()
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
}

/// Spins until the word is no longer `value`; false when the time is over. On a single processor
/// the other side could not answer meanwhile.
bool spin(const std::atomic<std::uint32_t> &word, std::uint32_t value,
          std::chrono::nanoseconds patience)
{
    constexpr int looksPerClock = 64;
    static const bool isAlone = std::thread::hardware_concurrency() <= 1;
    const auto end = SteadyClock::now() + (isAlone ? std::chrono::nanoseconds(0) : patience);
    do {
        for (int i = 0; i < looksPerClock; ++i) {
            if (word.load(std::memory_order_acquire) != value)
                return true;
            relax();
        }
    } while (SteadyClock::now() < end);
    return false;
}

// Shared between processes: not FUTEX_PRIVATE_FLAG.
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

LineWait awaitAnswer(CallLine &line, std::uint32_t before, std::chrono::nanoseconds patience)
{
    LineWait wait;
    const auto end = SteadyClock::now() + patience;
    wait.hasAnswered
        = spin(line.answer, before, std::min<std::chrono::nanoseconds>(engineSpin, patience));
    while (!wait.hasAnswered) {
        const auto left = end - SteadyClock::now();
        if (left <= std::chrono::nanoseconds(0))
            break;
        wait.hasSlept = true;
        line.isEngineAsleep.store(1);
        sleepWhile(line.answer, before, left);
        line.isEngineAsleep.store(0);
        wait.hasAnswered = line.answer.load(std::memory_order_acquire) != before;
    }
    return wait;
}

std::uint32_t awaitRequest(CallLine &line, std::uint32_t last, bool spins)
{
    constexpr std::chrono::hours soLong{1};
    if (!spins || !spin(line.request, last, subjectSpin)) {
        line.isSubjectAsleep.store(1);
        while (line.request.load() == last)
            sleepWhile(line.request, last, soLong);
        line.isSubjectAsleep.store(0);
    }
    return line.request.load(std::memory_order_acquire);
}

bool postAnswer(CallLine &line, std::uint32_t word)
{
    // A locked instruction also drains what was written past the caches.
    line.answer.exchange(word);
    const bool isAsleep = line.isEngineAsleep.load() != 0;
    if (isAsleep)
        wake(line.answer);
    return isAsleep;
}

} // namespace loupe
