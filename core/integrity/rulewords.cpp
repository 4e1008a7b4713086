// SPDX-License-Identifier: Apache-2.0
#include "core/integrity/rulewords.h"

#include "core/integrity/recordaudit.h"
#include "core/integrity/ruleregistry.h"

namespace loupe {

std::vector<RuleWords> allRuleWords()
{
    std::vector<RuleWords> out;
    for (const auto &rule : allRules())
        out.push_back(
            {rule->id(), rule->layer(), rule->severity(), rule->proves(), rule->cannotSee()});
    for (const RecordRule &rule : recordRules())
        out.push_back({rule.id, RuleLayer::Record, rule.severity, rule.proves, rule.cannotSee});
    return out;
}

std::optional<RuleWords> ruleWords(std::string_view id)
{
    for (const RuleWords &words : allRuleWords()) {
        if (words.id == id)
            return words;
    }
    return std::nullopt;
}

} // namespace loupe
