// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/ceilings.h"
#include "core/model/evaluation.h"
#include "core/model/run.h"
#include "core/platforms/python/pythonhost.h"
#include "core/suites/nativetask.h"

#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// What a case of a native task has to do, by its formulas. No more bytes are compulsory than the
/// formula counts or its tensors hold.
WorkRecord workOf(const TrialSpec &trial);

/// The rates that its arithmetic may come to, by the type of its first floating output: the fastest
/// of them counts, since a product of float32 may take the tensor cores' tf32.
std::vector<std::string> ratesFor(const TrialSpec &trial);

/// What a trial in Python has to do: its inputs and outputs once; no operations, which nobody
/// knows.
WorkRecord workOf(const std::string &caseName, const Bundle &given, const Bundle &expected);

/// Puts the work with the device's ceilings (its peak is the fastest of `rates`) into a timed
/// evaluation, and says in it (flag
/// faster_than_physics, with the numbers as evidence) when its time is too good to be true. Without
/// ceilings, only the work is kept.
void keepWork(WorkRecord work, const std::vector<std::string> &rates,
              const std::optional<DeviceCeilings> &ceilings, Evaluation &evaluation);

/// The environment with the ceilings that its evaluations are seen against.
Environment withCeilings(Environment environment, const std::optional<DeviceCeilings> &ceilings);

} // namespace loupe
