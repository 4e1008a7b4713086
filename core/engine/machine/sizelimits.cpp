// SPDX-License-Identifier: Apache-2.0
#include "core/engine/machine/sizelimits.h"

namespace loupe {

namespace {

constexpr std::int64_t maxRepeatedBytes = 64LL << 20;
/// On a processor float64 costs time rather than memory.
constexpr std::int64_t maxExactBytesOnHost = 128LL << 20;

SizeLimits sharesOf(std::int64_t memory)
{
    SizeLimits limits;
    limits.memory = memory;
    limits.keptTask = memory / 64; // sixteen tasks may keep a quarter of the memory together
    limits.otherTimed = memory / 16;
    limits.repeated = maxRepeatedBytes;
    return limits;
}

} // namespace

SizeLimits SizeLimits::ofDevice(std::int64_t totalBytes)
{
    SizeLimits limits = sharesOf(totalBytes);
    limits.exact = totalBytes / 16;
    limits.exactPeak = totalBytes / 2; // leaves room for the trial and one candidate
    return limits;
}

SizeLimits SizeLimits::ofHost(std::int64_t memoryBytes)
{
    SizeLimits limits = sharesOf(memoryBytes);
    limits.exact = maxExactBytesOnHost;
    return limits;
}

Json toJson(const SizeLimits &limits)
{
    return {{"memory", limits.memory},          {"kept_task", limits.keptTask},
            {"other_timed", limits.otherTimed}, {"repeated", limits.repeated},
            {"float64", limits.exact},          {"float64_peak", limits.exactPeak}};
}

} // namespace loupe
