// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/integrity/rule.h"

#include <span>
#include <vector>

namespace loupe {

/// Returns every rule about candidates, in the display order of findings.
std::span<const Rule> allRules();

/// Returns the findings of all rules, most severe first, then in the order of the rules. A rule has
/// at most one finding a line.
std::vector<Finding> findingsOf(const CandidateEvidence &evidence);

} // namespace loupe
