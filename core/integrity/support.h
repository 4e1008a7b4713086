// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/record/evaluation.h"

#include <string>
#include <vector>

namespace loupe {

/// Adjusts the severity of static rules' findings to the measurements; repeating it has no effect.
/// Code that honest kernels and cheats share is a note. It becomes a suspicion that names the flag
/// if the evaluation has a flag of such a cheat. A fallback to the library is a note if the
/// candidate's own kernels ran in its timed calls. It is a suspicion if only the library's did.
void weighByMeasurement(std::vector<Finding> &findings, const Evaluation &evaluation);

/// Returns the flags that support a note of a rule; empty for a rule whose notes stay notes.
std::vector<std::string_view> supportOf(std::string_view rule);

} // namespace loupe
