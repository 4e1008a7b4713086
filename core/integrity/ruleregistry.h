// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/integrity/rule.h"

#include <memory>
#include <span>
#include <vector>

namespace loupe {

/// Every rule, in the order in which people should read findings.
std::span<const std::unique_ptr<Rule>> allRules();

/// What all rules find, the gravest first, within one weight in the order of the rules. Of one
/// rule, findings at the same line are given once.
std::vector<Finding> findingsOf(const CandidateEvidence &evidence);

} // namespace loupe
