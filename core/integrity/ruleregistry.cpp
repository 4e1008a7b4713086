// SPDX-License-Identifier: Apache-2.0
#include "core/integrity/ruleregistry.h"

#include "core/integrity/flowrules.h"
#include "core/integrity/libraryrules.h"
#include "core/integrity/namerule.h"
#include "core/integrity/runtimerules.h"

#include <algorithm>
#include <utility>

namespace loupe {
namespace {

std::vector<std::unique_ptr<Rule>> makeRules()
{
    std::vector<std::unique_ptr<Rule>> rules;
    rules.push_back(std::make_unique<LibraryOnlyRule>());
    rules.push_back(std::make_unique<DeadKernelRule>());
    rules.push_back(std::make_unique<ReferenceAliasRule>());
    rules.push_back(std::make_unique<FallbackRule>());
    rules.push_back(std::make_unique<ConstantResultRule>());
    for (const NamePatterns &patterns : namePatterns())
        rules.push_back(std::make_unique<NameRule>(patterns));
    rules.push_back(std::make_unique<IdentityCacheRule>());
    rules.push_back(std::make_unique<CallCounterRule>());
    rules.push_back(std::make_unique<ValueBranchRule>());
    rules.push_back(std::make_unique<OwnShareRule>());
    rules.push_back(std::make_unique<SameKernelsRule>());
    for (const MarkedFlag &marked : markedFlags())
        rules.push_back(std::make_unique<FlagRule>(marked));
    rules.push_back(std::make_unique<LibraryUseRule>());
    rules.push_back(std::make_unique<ReducedPrecisionRule>());
    return rules;
}

} // namespace

std::span<const std::unique_ptr<Rule>> allRules()
{
    static const std::vector<std::unique_ptr<Rule>> kRules = makeRules();
    return kRules;
}

std::vector<Finding> findingsOf(const CandidateEvidence &evidence)
{
    std::vector<Finding> findings;
    for (const std::unique_ptr<Rule> &rule : allRules()) {
        for (Finding &one : rule->look(evidence)) {
            const auto known = std::ranges::find_if(findings, [&](const Finding &earlier) {
                return earlier.rule == one.rule && earlier.line == one.line;
            });
            if (known == findings.end())
                findings.push_back(std::move(one));
            else if (known->severity < one.severity)
                *known = std::move(one);
        }
    }
    std::ranges::stable_sort(findings, std::ranges::greater(), &Finding::severity);
    return findings;
}

} // namespace loupe
