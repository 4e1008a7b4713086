// SPDX-License-Identifier: Apache-2.0
#include "core/model/verdict/finding.h"

#include "core/base/enumnames.h"

namespace loupe {

namespace {

constexpr EnumNames<3> severityNames{"note", "suspicion", "proof"};
constexpr EnumNames<4> layerNames{"static", "runtime", "differential", "record"};
constexpr EnumNames<3> policyNames{"pure", "mixed", "any"};
constexpr EnumNames<3> decisionNames{"cleared", "confirmed", "reopened"};

} // namespace

std::string_view severityName(FindingSeverity severity)
{
    return nameAmong(severityNames, severity);
}

std::string_view layerName(RuleLayer layer)
{
    return nameAmong(layerNames, layer);
}

std::string_view policyName(LibraryPolicy policy)
{
    return nameAmong(policyNames, policy);
}

std::optional<FindingSeverity> severityFromName(std::string_view name)
{
    return valueAmong<FindingSeverity>(severityNames, name);
}

std::optional<RuleLayer> layerFromName(std::string_view name)
{
    return valueAmong<RuleLayer>(layerNames, name);
}

std::string_view decisionName(ReviewDecision decision)
{
    return nameAmong(decisionNames, decision);
}

std::optional<ReviewDecision> decisionFromName(std::string_view name)
{
    return valueAmong<ReviewDecision>(decisionNames, name);
}

} // namespace loupe
