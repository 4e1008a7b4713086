// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace loupe {

/// How far a long action is and how fast it goes, in words, as often as somebody wants to read it.
class RatedProgress
{
public:
    using Duration = std::chrono::milliseconds;

    /// Says the first words when `first` has passed, others not sooner than `between` after those
    /// before. `verb` and `things` as in "read 12 of 40 files". The clock must live longer.
    RatedProgress(const Clock &clock, std::string verb, std::string things, Duration first,
                  Duration between);

    /// "read 1200 of 5000 records, 350 a second" when it is time to say something; the end is
    /// always said where something was said before.
    std::optional<std::string> report(std::int64_t done, std::int64_t total);

private:
    std::string words(std::int64_t done, std::int64_t total) const;

    const Clock &m_clock;
    std::string m_verb;
    std::string m_things;
    Duration m_between;
    std::chrono::steady_clock::time_point m_begin;
    std::chrono::steady_clock::time_point m_next;
    std::optional<std::int64_t> m_said; ///< how many were done at the last words
};

} // namespace loupe
