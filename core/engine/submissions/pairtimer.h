// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/clocks/pairedclocks.h"
#include "core/engine/submissions/pythonshared.h"
#include "core/engine/submissions/subjectbuild.h"
#include "core/timing/pairedtiming.h"

#include <optional>

namespace loupe {

/// Returns the allowance in a speedup's interval for differences between processes, for this run's
/// clock and one process a side (core/analysis/statistics/speedup.h).
double betweenProcesses(const PythonContext &context);

/// Sets the work's fresh inputs, which timed calls get. A function is called on them, which may end
/// its timing.
Status makeFreshInputs(const PythonShared &shared, SubjectBuild &build, PythonWork &work,
                       const PythonPhase &phase, TrialStream &maker, const PythonTrial &timed);
/// Sends the candidate the inputs that are timed, and makes one call on each side. Returns false if
/// the candidate fails, which ends its timing. `call` is the request of the clocks.
Result<bool> makeReady(const PythonContext &context, PythonWork &work, const Json &call,
                       const PythonTrial &trial, PairedClocks &clocks);
/// Times one process of the candidate against one of the reference, and judges the timed calls.
/// Both sides must be ready and the clocks settled. Returns nullopt if the candidate fails, which
/// ends its timing. Stores the raw series in the evaluation.
Result<std::optional<PairedTiming>> timePair(const PythonShared &shared, PythonWork &work,
                                             const PythonPhase &phase, const PythonTrial &trial,
                                             TrialStream &reference, PairedClocks &clocks,
                                             const TimingPolicy &policy);

} // namespace loupe
