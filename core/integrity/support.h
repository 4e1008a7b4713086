// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/evaluation.h"

#include <string>
#include <vector>

namespace loupe {

/// Weighs findings of static rules by what was measured; weighing twice changes nothing.
/// - What honest code and cheats write alike is a note, until the evaluation has a flag of what
/// such
///   a cheat does: then it is a suspicion, and its message names the flag.
/// - A fallback to the library is a note where kernels of the candidate's own ran in its timed
/// calls,
///   and a suspicion where only the library's did.
void weighByMeasurement(std::vector<Finding> &findings, const Evaluation &evaluation);

/// The flags that support a note of a rule; empty for a rule whose notes stay notes.
std::vector<std::string_view> supportOf(std::string_view rule);

} // namespace loupe
