// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/finding.h"

#include <optional>
#include <string_view>
#include <vector>

namespace loupe {

/// What people are told of a rule.
struct RuleWords {
    std::string_view id;
    RuleLayer layer = RuleLayer::Static;
    FindingSeverity severity = FindingSeverity::Note; ///< the most a finding of it can weigh
    std::string_view proves;
    std::string_view cannotSee;
};

/// Of every rule: those for candidates, then those for records.
std::vector<RuleWords> allRuleWords();

/// nullopt for a rule that this program does not know.
std::optional<RuleWords> ruleWords(std::string_view id);

} // namespace loupe
