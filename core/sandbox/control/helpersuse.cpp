// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/control/helpersuse.h"

#include "core/sandbox/system/processlisting.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <sstream>
#include <string>

#include <unistd.h>

namespace loupe {

namespace {

/// Processor time of a process and its threads, ended ones included, in kernel ticks.
struct Ticks {
    std::uint64_t own = 0;
    std::uint64_t ofChildren = 0; ///< ended and waited-for children
};

Ticks ticksOf(int folder, const char *process)
{
    constexpr int before = 11; // fields of stat (proc(5)) between the name and utime: state to
                               // cmajflt
    std::array<char, 1024> room{};
    std::istringstream text(std::string(behindName(contentOf(folder, process, "/stat", room))));
    std::string skipped;
    for (int i = 0; i < before; ++i)
        text >> skipped;
    std::array<std::uint64_t, 4> times{}; // utime, stime, cutime, cstime
    for (std::uint64_t &each : times)
        text >> each;
    return text ? Ticks{times[0] + times[1], times[2] + times[3]} : Ticks{};
}

} // namespace

double helpersSeconds(const Fd &processes, std::string_view own)
{
    const auto perSecond = static_cast<double>(sysconf(_SC_CLK_TCK));
    double seconds = 0;
    ProcessListing(processes).forEach([&](int folder, const char *process) {
        const Ticks ticks = ticksOf(folder, process);
        seconds += static_cast<double>(ticks.ofChildren) / perSecond;
        if (process == own)
            return;
        std::uint64_t nanoseconds = 0; // of living threads; exact
        ProcessListing::tasks(folder, process).forEach([&](int tasks, const char *task) {
            nanoseconds += countsOf(tasks, task).value_or(TaskCounts{}).nanoseconds;
        });
        seconds += std::max(static_cast<double>(nanoseconds) * 1e-9,
                            static_cast<double>(ticks.own) / perSecond);
    });
    return seconds;
}

} // namespace loupe
