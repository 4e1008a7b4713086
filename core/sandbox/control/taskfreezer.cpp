// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/control/taskfreezer.h"

#include <array>
#include <charconv>
#include <csignal>
#include <string>
#include <string_view>
#include <thread>

#include <fcntl.h>
#include <unistd.h>

namespace loupe {

namespace {

/// Nanoseconds on processors. A stopping task runs no code of its own; it needs only microseconds
/// to stop, however busy the machine is.
constexpr std::uint64_t moreThanAStop = 50'000'000;
/// Number of looks at which the time must have grown. A virtual machine's host may steal time that
/// is counted as the task's in one piece.
constexpr int severalTimes = 5;
/// A task on another processor stops within this time; sleeping would take longer.
constexpr std::chrono::microseconds soonStopped{150};
constexpr std::chrono::microseconds betweenLooks{10};
constexpr int starvedPatience = 60; ///< factor on `patience` for tasks that get no processor

/// States in which a task runs no code of its own until it is continued: stopped, traced, dead, or
/// uninterruptible in the kernel, where it stops afterwards.
constexpr std::string_view heldStates = "TtZXxD";
bool isHeld(int folder, const char *task)
{
    std::array<char, 1024> room{};
    const std::string_view state = behindName(contentOf(folder, task, "/stat", room));
    return state.empty() || heldStates.find(state.front()) != std::string_view::npos; // empty: gone
}

/// Applies the last step of splitmix64 (Steele, Lea and Flood 2014), so that no two changes cancel
/// out.
std::uint64_t mixed(std::uint64_t value)
{
    value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9U;
    value = (value ^ (value >> 27)) * 0x94d049bb133111ebU;
    return value ^ (value >> 31);
}

/// Adds a task's counters, if it still exists.
void addUsage(int folder, const char *task, TaskUsage &usage)
{
    const auto counts = countsOf(folder, task);
    if (!counts)
        return;
    ++usage.tasks;
    usage.nanoseconds += counts->nanoseconds;
    std::uint64_t number = 0;
    std::from_chars(task, task + std::char_traits<char>::length(task), number);
    usage.mark += mixed(mixed(number) + counts->times); // a sum does not depend on the order of the
                                                        // listing
    usage.isCounted = usage.isCounted || counts->times > 0;
}

} // namespace

struct TaskFreezer::Seen {
    int processes = 0;
    bool areAllHeld = true;
    TaskUsage usage;
};

TaskFreezer::TaskFreezer(Fd processes, FirstProcess first)
    : m_listing(processes)
    , m_first(first) { }

void TaskFreezer::forEach(const ProcessListing::Each &each)
{
    m_listing.forEach([&](int folder, const char *process) {
        if (m_first == FirstProcess::IsStopped || std::string_view(process) != numberOfFirst)
            each(folder, process);
    });
}

TaskFreezer::Seen TaskFreezer::stopAndLook()
{
    Seen seen;
    forEach([&](int folder, const char *process) {
        ++seen.processes;
        bool isHeldWhole = true;
        ProcessListing::tasks(folder, process).forEach([&](int tasks, const char *task) {
            // The state is read before the counters, so that the counters include the task's way
            // into the stop. A kernel may not have counted that time yet.
            isHeldWhole = isHeldWhole && isHeld(tasks, task);
            addUsage(tasks, task, seen.usage);
        });
        if (!isHeldWhole)
            signalProcess(folder, process, SIGSTOP);
        seen.areAllHeld = seen.areAllHeld && isHeldWhole;
    });
    return seen;
}

TaskUsage TaskFreezer::usageNow()
{
    TaskUsage usage;
    forEach([&](int folder, const char *process) {
        ProcessListing::tasks(folder, process).forEach([&](int tasks, const char *task) {
            addUsage(tasks, task, usage);
        });
    });
    return usage;
}

void TaskFreezer::signalAll(int signal)
{
    forEach([&](int folder, const char *process) { signalProcess(folder, process, signal); });
}

Status TaskFreezer::freeze(std::chrono::milliseconds patience)
{
    const auto begin = std::chrono::steady_clock::now();
    signalAll(SIGSTOP);
    std::optional<std::uint64_t> usedBefore; // once all had been signalled
    std::uint64_t usedLast = 0;
    int timesUsed = 0; // since then
    // A process still running during the listing may have continued one already seen stopped. With
    // several processes, all must be seen stopped twice, and none may have run in between.
    std::optional<std::uint64_t> markWhenHeld;
    for (;;) {
        const Seen seen = stopAndLook();
        if (seen.areAllHeld && (seen.processes <= 1 || markWhenHeld == seen.usage.mark)) {
            m_usage = seen.usage;
            m_isFrozen = true;
            return {};
        }
        markWhenHeld = seen.areAllHeld ? std::optional(seen.usage.mark) : std::nullopt;
        const auto waited = std::chrono::steady_clock::now() - begin;
        const std::uint64_t used = seen.usage.nanoseconds;
        timesUsed += usedBefore && used > usedLast ? 1 : 0;
        usedLast = used;
        const bool resists
            = usedBefore && used > *usedBefore + moreThanAStop && timesUsed >= severalTimes;
        if (waited >= patience && (resists || !seen.usage.isCounted))
            return Error{Errc::Timeout, "the processes of a sandbox do not stop"};
        if (waited >= starvedPatience * patience)
            return Error{.code = Errc::Busy,
                         .message
                         = "the processes of a sandbox get no processor on which they could stop",
                         .hint = "run it again when less else runs on this machine"};
        if (!usedBefore)
            usedBefore = used;
        // A yield would return at once if this thread has a higher priority than the tasks.
        if (!seen.areAllHeld && waited > soonStopped)
            std::this_thread::sleep_for(betweenLooks);
    }
}

void TaskFreezer::thaw()
{
    m_isFrozen = false;
    signalAll(SIGCONT);
}

std::optional<std::uint64_t> TaskFreezer::ranFor()
{
    const TaskUsage now = usageNow();
    if (!now.isCounted || now.mark == m_usage.mark)
        return std::nullopt;
    return now.nanoseconds > m_usage.nanoseconds ? now.nanoseconds - m_usage.nanoseconds : 0;
}

} // namespace loupe
