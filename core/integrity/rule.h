// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/integrity/rulewords.h"
#include "core/integrity/sourcefacts.h"
#include "core/model/device/kernelprofile.h"
#include "core/model/verdict/finding.h"

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace loupe {

/// Evidence about one candidate for the rules. Parts that were not examined are empty.
struct CandidateEvidence {
    LibraryPolicy policy = LibraryPolicy::Any;
    std::string entry; ///< judged class or function: "ModelNew"
    std::optional<PythonFacts> python;
    std::optional<CppFacts> native;           ///< the candidate itself, if it is C++ or CUDA
    std::vector<KernelActivity> kernels = {}; ///< of the timed calls, both sides
    std::vector<std::string> flags = {};      ///< flags of the evaluation from measuring
};

/// Rule that tells a real kernel from a cheat. Rules have no state: the same evidence gives the
/// same findings.
struct Rule {
    RuleWords words;
    std::function<std::vector<Finding>(const RuleWords &rule, const CandidateEvidence &evidence)>
        look;
};

inline Finding finding(const RuleWords &rule, FindingSeverity weight, std::string message,
                       int line = 0)
{
    return {std::string(rule.id), rule.layer, weight, std::move(message), line};
}

/// Returns a finding of the rule's maximum severity.
inline Finding finding(const RuleWords &rule, std::string message, int line = 0)
{
    return finding(rule, rule.severity, std::move(message), line);
}

} // namespace loupe
