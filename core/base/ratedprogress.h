// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace loupe {

/// Throttled progress messages of a long action, with its rate.
class RatedProgress
{
public:
    using Duration = std::chrono::milliseconds;

    /// The first message comes after `first`, later ones at intervals of at least `between`. `verb`
    /// and `things` as in "read 12 of 40 files". `clock` must outlive this.
    RatedProgress(const Clock &clock, std::string verb, std::string things, Duration first,
                  Duration between);

    /// Returns "read 1200 of 5000 records, 350 a second" when a message is due. The end is always
    /// reported if there was a message before.
    std::optional<std::string> report(std::int64_t done, std::int64_t total);

private:
    std::string words(std::int64_t done, std::int64_t total) const;

    const Clock &m_clock;
    std::string m_verb;
    std::string m_things;
    Duration m_between;
    std::chrono::steady_clock::time_point m_begin;
    std::chrono::steady_clock::time_point m_next;
    std::optional<std::int64_t> m_said; ///< `done` at the last message
};

} // namespace loupe
