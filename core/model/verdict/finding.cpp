// SPDX-License-Identifier: Apache-2.0
#include "core/model/verdict/finding.h"

namespace loupe {

std::string_view severityName(FindingSeverity severity)
{
    switch (severity) {
    case FindingSeverity::Note:
        return "note";
    case FindingSeverity::Suspicion:
        return "suspicion";
    case FindingSeverity::Proof:
        return "proof";
    }
    return {};
}

std::string_view layerName(RuleLayer layer)
{
    switch (layer) {
    case RuleLayer::Static:
        return "static";
    case RuleLayer::Runtime:
        return "runtime";
    case RuleLayer::Differential:
        return "differential";
    case RuleLayer::Record:
        return "record";
    }
    return {};
}

std::string_view policyName(LibraryPolicy policy)
{
    switch (policy) {
    case LibraryPolicy::Pure:
        return "pure";
    case LibraryPolicy::Mixed:
        return "mixed";
    case LibraryPolicy::Any:
        return "any";
    }
    return {};
}

std::optional<FindingSeverity> severityFromName(std::string_view name)
{
    for (const FindingSeverity one :
         {FindingSeverity::Note, FindingSeverity::Suspicion, FindingSeverity::Proof}) {
        if (severityName(one) == name)
            return one;
    }
    return std::nullopt;
}

std::optional<RuleLayer> layerFromName(std::string_view name)
{
    for (const RuleLayer one :
         {RuleLayer::Static, RuleLayer::Runtime, RuleLayer::Differential, RuleLayer::Record}) {
        if (layerName(one) == name)
            return one;
    }
    return std::nullopt;
}

} // namespace loupe
