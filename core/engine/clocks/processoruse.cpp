// SPDX-License-Identifier: Apache-2.0
#include "core/engine/clocks/processoruse.h"

#include "core/base/files.h"

#include <algorithm>
#include <charconv>

#include <unistd.h>

namespace loupe {

namespace {

/// user, nice, system, idle, iowait, irq, softirq, steal: proc(5). `user` includes guests.
constexpr std::size_t kindsOfTime = 8;
constexpr std::size_t idle = 3;
constexpr std::size_t waitingForDisks = 4;

} // namespace

std::optional<ProcessorUse> processorUse(std::string_view procStat, long ticksPerSecond)
{
    constexpr std::string_view allProcessors = "cpu ";
    if (!procStat.starts_with(allProcessors) || ticksPerSecond <= 0)
        return std::nullopt;
    ProcessorUse use;
    const char *at = procStat.data() + allProcessors.size();
    const char *end = procStat.data() + procStat.size();
    for (std::size_t kind = 0; kind < kindsOfTime; ++kind) {
        while (at != end && *at == ' ')
            ++at;
        unsigned long long ticks = 0;
        const auto read = std::from_chars(at, end, ticks);
        if (read.ec != std::errc())
            return std::nullopt;
        at = read.ptr;
        const double seconds = static_cast<double>(ticks) / static_cast<double>(ticksPerSecond);
        use.all += seconds;
        if (kind != idle && kind != waitingForDisks)
            use.used += seconds;
    }
    return use;
}

std::optional<ProcessorUse> processorUseNow()
{
    const auto text = readFile("/proc/stat");
    return text ? processorUse(*text, sysconf(_SC_CLK_TCK)) : std::nullopt;
}

double shareOfOthers(const std::optional<ProcessorUse> &before,
                     const std::optional<ProcessorUse> &after, double ownSeconds)
{
    if (!before || !after || after->all <= before->all)
        return 0;
    return std::clamp((after->used - before->used - ownSeconds) / (after->all - before->all), 0.0,
                      1.0);
}

} // namespace loupe
