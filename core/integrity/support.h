// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/finding.h"

#include <string>
#include <vector>

namespace loupe {

/// What honest code and cheats write alike is a note, until measuring marked the evaluation with
/// what such a cheat does: then it is a suspicion, and its message names the fact that supports it.
/// `flags`: of the evaluation. Weighing twice changes nothing.
void weighByMeasurement(std::vector<Finding> &findings, const std::vector<std::string> &flags);

/// The flags that support a note of a rule; empty for a rule whose notes stay notes.
std::vector<std::string_view> supportOf(std::string_view rule);

} // namespace loupe
