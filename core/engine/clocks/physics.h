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

/// Returns the work of a native task's case by its formulas. The compulsory bytes are the smaller
/// of the formula's count and the size of its tensors.
WorkRecord workOf(const TrialSpec &trial);

/// Returns the rates that its arithmetic may come to, by the type of its first floating output: the
/// fastest of them counts, since a product of float32 may take the tensor cores' tf32.
std::vector<std::string> ratesFor(const TrialSpec &trial);

/// Returns the rates for a result of this type, by its name: "float32". None for an unknown type.
std::vector<std::string> ratesFor(const std::string &type);

/// Returns the work of a trial in Python: its inputs and outputs once, and the reference's
/// operations as far as they are known.
WorkRecord workOf(const std::string &caseName, const Bundle &given, const Bundle &expected,
                  std::optional<double> operations);

/// Puts the work with the device's ceilings (its peak is the fastest of `rates`) into a timed
/// evaluation, and flags a time that is faster than physics, with the numbers as evidence.
/// Operations count there only by a task's own formula: of those that were counted in the
/// reference, algebra may save nearly all. Without ceilings, only the work is kept.
void keepWork(WorkRecord work, const std::vector<std::string> &rates,
              const std::optional<DeviceCeilings> &ceilings, Evaluation &evaluation);

/// Returns the environment with the ceilings of its evaluations.
Environment withCeilings(Environment environment, const std::optional<DeviceCeilings> &ceilings);

} // namespace loupe
