// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/device/ceilings.h"
#include "core/model/record/evaluation.h"
#include "core/model/record/run.h"
#include "core/platforms/python/pythonhost.h"
#include "core/suites/native/nativetask.h"

#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// Returns the work of a native task's case by its formulas. The compulsory bytes are the smaller
/// of the formula's count and the size of its tensors.
WorkRecord workOf(const TrialSpec &trial);

/// Returns the names of the rates that may limit the task's arithmetic, by the type of its first
/// floating output. There are several because a float32 product may use the tensor cores' tf32.
std::vector<std::string> ratesFor(const TrialSpec &trial);

/// Does the same for a type by its name, such as "float32". Returns none for an unknown type.
std::vector<std::string> ratesFor(const std::string &type);

/// Returns the work of a trial in Python: its inputs and outputs once, and the reference's
/// operations as far as they are known.
WorkRecord workOf(const std::string &caseName, const Bundle &given, const Bundle &expected,
                  std::optional<double> operations);

/// Stores the work in a timed evaluation, with the device's ceilings; the peak is the fastest of
/// `rates`. Flags a time that is faster than physics, with the numbers as evidence. For this,
/// operations count only by a task's own formula, because algebra may save nearly all that were
/// counted in the reference. Without ceilings, only the work is stored.
void keepWork(WorkRecord work, const std::vector<std::string> &rates,
              const std::optional<DeviceCeilings> &ceilings, Evaluation &evaluation);

/// Returns the environment with the ceilings, if there are any.
Environment withCeilings(Environment environment, const std::optional<DeviceCeilings> &ceilings);

} // namespace loupe
