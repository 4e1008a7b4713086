// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/host/heldtasks.h"

#include <fmt/format.h>

namespace loupe {

namespace {

constexpr int fewestTimes = 3;
/// Nanoseconds of all late stops together; each takes microseconds.
constexpr std::uint64_t fewNanoseconds = 1'000'000;
/// A gain below this fraction of the total time is ignored.
constexpr std::uint64_t oneIn = 20;
/// Longer than any number of late stops takes.
constexpr std::uint64_t longNanoseconds = 20'000'000;

} // namespace

bool ranOnPurpose(int times, std::uint64_t ranNanoseconds, std::uint64_t allNanoseconds)
{
    const bool isGain
        = ranNanoseconds >= fewNanoseconds && ranNanoseconds * oneIn >= allNanoseconds;
    return times >= fewestTimes && (isGain || ranNanoseconds >= longNanoseconds);
}

std::optional<std::string> HeldTasks::ranMeanwhile()
{
    if (!m_freezer.isFrozen())
        return std::nullopt;
    ++m_holds;
    const std::optional<std::uint64_t> ran = m_freezer.ranFor();
    if (!ran)
        return std::nullopt;
    ++m_ran;
    m_ranNanoseconds += *ran;
    if (!ranOnPurpose(m_ran, m_ranNanoseconds, m_freezer.usage().nanoseconds))
        return std::nullopt;
    return fmt::format("it ran between its calls, while it was stopped: {} times of {}, {:.3f} ms",
                       m_ran, m_holds, static_cast<double>(m_ranNanoseconds) * 1e-6);
}

} // namespace loupe
