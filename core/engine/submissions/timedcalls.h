// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/engine/clocks/timinglease.h"
#include "core/engine/contract/occupationlog.h"
#include "core/engine/python/pythonphase.h"

#include <optional>
#include <string>

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

/// Strict point of inputs that a timed process has never seen.
inline constexpr const char *freshPoint = "fresh_timed_inputs";

/// Returns whether a call's result is handed over with its arguments, which a function may write.
inline bool handsOverArguments(const PythonPhase &phase)
{
    return phase.style == PythonStyle::Calls;
}

/// Returns the request that clocks send to time a call. `entry` is the task's.
inline Json timedCallOf(const PythonPhase &phase, const PythonTrial &trial,
                        const std::string &entry)
{
    Json call{{"do", "time"}, {"grad", phase.protocol.timing.gradEnabled}};
    if (phase.style != PythonStyle::Model)
        call["function"] = trial.function.empty() ? entry : trial.function;
    call["return_arguments"] = handsOverArguments(phase);
    return call;
}

/// Returns the request for the result of the last timed call.
inline Json lastResultOf(const PythonPhase &phase)
{
    return {{"do", "last_result"}, {"return_arguments", handsOverArguments(phase)}};
}

} // namespace loupe
