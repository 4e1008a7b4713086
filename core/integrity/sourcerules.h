// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/integrity/rule.h"

namespace loupe {

// Rules that read sources, other than lists of names; ruleregistry.cpp describes their proofs.

// A library in place of the candidate's own kernels.
std::vector<Finding> lookForLibraryOnly(const RuleWords &rule, const CandidateEvidence &evidence);
std::vector<Finding> lookForLibraryUse(const RuleWords &rule, const CandidateEvidence &evidence);
std::vector<Finding> lookForDeadKernels(const RuleWords &rule, const CandidateEvidence &evidence);
std::vector<Finding> lookForFallbacks(const RuleWords &rule, const CandidateEvidence &evidence);
std::vector<Finding> lookForReferenceAliases(const RuleWords &rule,
                                             const CandidateEvidence &evidence);
std::vector<Finding> lookForReducedPrecision(const RuleWords &rule,
                                             const CandidateEvidence &evidence);
// Results that do not come from the inputs of the call.
std::vector<Finding> lookForIdentityCaches(const RuleWords &rule,
                                           const CandidateEvidence &evidence);
std::vector<Finding> lookForCallCounters(const RuleWords &rule, const CandidateEvidence &evidence);
std::vector<Finding> lookForConstantResults(const RuleWords &rule,
                                            const CandidateEvidence &evidence);
std::vector<Finding> lookForValueBranches(const RuleWords &rule, const CandidateEvidence &evidence);

} // namespace loupe
