// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/submissions/pythonshared.h"
#include "core/engine/submissions/pythonwork.h"

namespace loupe {

struct TrialStream;

/// Returns the rule for a result on fresh inputs: for a function the trial's rule with the
/// tolerance factor of `work`. Pure.
NestedRule freshRuleOf(const PythonWork &work, const PythonPhase &phase, const PythonTrial &trial);

/// Returns a function's own result, out of the value handed over with its arguments. Returns the
/// whole value if the result has no tensor, because the function then wrote its arguments.
const Value &returnedOf(const Value &handedOver);

/// Sets the work's fresh inputs, which a candidate's process has never seen, to replace the timed
/// ones, with their expected results. A model's inputs are drawn. A function's inputs are made from
/// those in the suite's test. If there are none, adds an excuse.
Status makeFreshTrial(const PythonShared &shared, PythonWork &work, const PythonPhase &phase,
                      TrialStream &maker, const PythonTrial &timed);

} // namespace loupe
