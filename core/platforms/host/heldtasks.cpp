// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/host/heldtasks.h"

#include <fmt/format.h>

namespace loupe {

namespace {

constexpr int fewestTimes = 3;
/// Of all holds: a stop that comes late is rarer by far.
constexpr int oneIn = 10;
/// That no late stop takes.
constexpr std::uint64_t longNanoseconds = 20'000'000;

} // namespace

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
    const bool isOften = m_ran * oneIn >= m_holds;
    if (m_ran < fewestTimes || (!isOften && m_ranNanoseconds < longNanoseconds))
        return std::nullopt;
    return fmt::format("it ran between its calls, while it was stopped: {} times of {}, {:.3f} ms",
                       m_ran, m_holds, static_cast<double>(m_ranNanoseconds) * 1e-6);
}

} // namespace loupe
