// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/clocks/aheadofothers.h"
#include "core/engine/clocks/callclock.h"

namespace loupe {

/// Guard for a timing by the host's clock. It gives both sides real-time priority, where the kernel
/// allows it, and stops each in the other's turn, because waiting threads may spin. The clocks must
/// outlive it.
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

    /// Returns why the priority could not be raised; empty on success.
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
