// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/clocks/aheadofothers.h"
#include "core/engine/clocks/callclock.h"

namespace loupe {

/// Both sides of a timing by the host's clock, as long as this lives: ahead of what else runs on
/// the machine, where the kernel allows it, and each stopped in the other's turn, because threads
/// that wait for work do so on a processor. The clocks must outlive it.
class SidesInTurn
{
public:
    SidesInTurn(CallClock &baseline, CallClock &candidate)
        : m_ahead({[&] { return baseline.putAhead(); }, [&] { return candidate.putAhead(); }})
        , m_baseline(baseline)
        , m_candidate(candidate)
    {
        setHeld(true);
    }
    ~SidesInTurn() { setHeld(false); }
    SidesInTurn(const SidesInTurn &) = delete;
    SidesInTurn &operator=(const SidesInTurn &) = delete;

    /// Why they are not ahead; empty where they are.
    const std::string &whyNotAhead() const { return m_ahead.whyNot(); }

private:
    void setHeld(bool areHeld)
    {
        m_baseline.holdBetween(areHeld);
        m_candidate.holdBetween(areHeld);
    }

    AheadOfOthers m_ahead;
    CallClock &m_baseline;
    CallClock &m_candidate;
};

} // namespace loupe
