// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/verdict/finding.h"

#include <optional>
#include <string_view>
#include <vector>

namespace loupe {

/// Description of a rule for display (`kloupe rules`, the help page).
struct RuleWords {
    std::string_view id;
    RuleLayer layer = RuleLayer::Static;
    FindingSeverity severity = FindingSeverity::Note; ///< maximum severity of its findings
    std::string_view proves = {};                     ///< one sentence
    std::string_view cannotSee = {};                  ///< one sentence
};

/// Returns the descriptions of the rules for candidates, then those for records.
std::vector<RuleWords> allRuleWords();

/// Returns nullopt for an unknown rule.
std::optional<RuleWords> ruleWords(std::string_view id);

} // namespace loupe
