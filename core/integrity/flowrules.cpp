// SPDX-License-Identifier: Apache-2.0
#include "core/integrity/flowrules.h"

#include <algorithm>
#include <utility>

namespace loupe {

std::vector<Finding> IdentityCacheRule::look(const CandidateEvidence &evidence) const
{
    std::vector<Finding> findings;
    if (!evidence.python)
        return findings;
    for (const SourceFact &one : evidence.python->keyedByIdentity) {
        if (one.reached)
            findings.push_back(finding("looks up by an address or identity", one.line));
    }
    return findings;
}

std::vector<Finding> CallCounterRule::look(const CandidateEvidence &evidence) const
{
    std::vector<Finding> findings;
    if (!evidence.python)
        return findings;
    for (const SourceFact &one : evidence.python->counters) {
        const bool prepares = one.name.ends_with("[first]");
        const bool prints = one.name.ends_with("[prints]");
        const std::string name = one.name.substr(0, one.name.find('['));
        if (one.reached)
            findings.push_back(finding(
                prepares || prints ? FindingSeverity::Note : severity(),
                prepares ? "prepares something when " + name + " is first counted"
                         : (prints ? "prints by " : "branches on ") + name + ", which it counts",
                one.line));
    }
    return findings;
}

std::vector<Finding> ConstantResultRule::look(const CandidateEvidence &evidence) const
{
    if (!evidence.python)
        return {};
    const std::string method = evidence.entry + ".forward";
    std::vector<SourceReturn> own;
    std::ranges::copy_if(evidence.python->returns, std::back_inserter(own),
                         [&](const SourceReturn &one) {
                             return one.inside == method || one.inside == evidence.entry;
                         });
    if (own.empty() || std::ranges::any_of(own, &SourceReturn::fromInputs))
        return {};
    return {finding("what it returns does not depend on its inputs", own.front().line)};
}

std::vector<Finding> ValueBranchRule::look(const CandidateEvidence &evidence) const
{
    std::vector<Finding> findings;
    if (!evidence.python)
        return findings;
    for (const SourceFact &one : evidence.python->branchesOnValues) {
        if (one.reached)
            findings.push_back(finding("branches on an element's value", one.line));
    }
    return findings;
}

} // namespace loupe
