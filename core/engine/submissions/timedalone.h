// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/clocks/timinglease.h"
#include "core/engine/contract/occupationlog.h"

#include <optional>

namespace loupe {

/// Exclusive use of the device, including the wait for it.
class TimedAlone
{
public:
    TimedAlone(TimingLease &lease, const OccupationReporter &reporter)
    {
        {
            const OccupationReporter::Scope waiting(reporter, Occupation::WaitForTiming);
            m_alone.emplace(lease);
        }
        m_told.emplace(reporter, Occupation::Time);
    }

private:
    std::optional<TimingLease::Exclusive> m_alone;
    std::optional<OccupationReporter::Scope> m_told;
};

} // namespace loupe
