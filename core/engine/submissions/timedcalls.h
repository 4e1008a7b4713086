// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/engine/python/pythonphase.h"

#include <string>

namespace loupe {

/// The strict point of inputs that a timed process has never seen, and the place of their seeds,
/// behind those of all trials.
inline constexpr const char *freshPoint = "fresh_timed_inputs";
inline constexpr int firstFreshSeed = 1000;

/// Whether a call's result is handed over with its arguments: a function may write them.
inline bool handsOverArguments(const PythonPhase &phase)
{
    return phase.style == PythonStyle::Calls;
}

/// What clocks ask a side for: the calls that are timed. `entry`: of the task.
inline Json timedCallOf(const PythonPhase &phase, const PythonTrial &trial,
                        const std::string &entry)
{
    Json call{{"do", "time"}, {"grad", phase.protocol.timing.gradEnabled}};
    if (phase.style != PythonStyle::Model)
        call["function"] = trial.function.empty() ? entry : trial.function;
    call["return_arguments"] = handsOverArguments(phase);
    return call;
}

/// Asks for what the last of them gave, or the one that was timed by itself beside them.
inline Json lastResultOf(const PythonPhase &phase, bool isBeside)
{
    return {{"do", "last_result"},
            {"beside", isBeside},
            {"return_arguments", handsOverArguments(phase)}};
}

} // namespace loupe
