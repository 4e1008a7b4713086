// SPDX-License-Identifier: Apache-2.0
#include "core/engine/machine/sizelimits.h"

namespace loupe {

namespace {

constexpr std::int64_t mostRepeated = 64LL << 20;
/// On a processor float64 takes time rather than memory.
constexpr std::int64_t mostExactOnHost = 128LL << 20;

/// Sixteen tasks that are judged at a time may keep a quarter of the memory together.
std::int64_t keptOf(std::int64_t memory)
{
    return memory / 64;
}

} // namespace

SizeLimits SizeLimits::ofDevice(std::int64_t totalBytes)
{
    SizeLimits limits;
    limits.memory = totalBytes;
    limits.keptTask = keptOf(totalBytes);
    limits.otherTimed = totalBytes / 16;
    limits.repeated = mostRepeated;
    limits.exact = totalBytes / 16;
    limits.exactPeak = totalBytes / 2; // beside the trial itself and one candidate
    return limits;
}

SizeLimits SizeLimits::ofHost(std::int64_t memoryBytes)
{
    SizeLimits limits;
    limits.memory = memoryBytes;
    limits.keptTask = keptOf(memoryBytes);
    limits.otherTimed = memoryBytes / 16;
    limits.repeated = mostRepeated;
    limits.exact = mostExactOnHost;
    return limits;
}

Json toJson(const SizeLimits &limits)
{
    return {{"memory", limits.memory},          {"kept_task", limits.keptTask},
            {"other_timed", limits.otherTimed}, {"repeated", limits.repeated},
            {"float64", limits.exact},          {"float64_peak", limits.exactPeak}};
}

} // namespace loupe
