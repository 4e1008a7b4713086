// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/integrity/rule.h"

#include <functional>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Returns whether a name matches one of the patterns: "a.b.*" matches names below, "*.c" names
/// with that suffix.
bool matchesAny(std::string_view name, std::initializer_list<std::string_view> patterns);
bool matchesAny(std::string_view name, std::span<const std::string_view> patterns);

/// Returns a finding of the rule for each reached fact whose name matches a pattern.
std::vector<Finding> namesOf(const RuleWords &rule, const std::vector<SourceFact> &facts,
                             const std::vector<std::string_view> &patterns, std::string_view verb);

/// Calls `visit` with each C++ source of a candidate. `lineBefore` is the number of the line in
/// the file before the source's first.
void eachCppSource(const CandidateEvidence &evidence,
                   const std::function<void(const CppFacts &, int lineBefore)> &visit);

/// Appends the second to the first.
void append(std::vector<Finding> &findings, std::vector<Finding> more);

/// Returns whether a call runs an operator of a library on tensors: torch.matmul, F.relu,
/// nn.Linear(), cublasSgemm, at::relu.
bool isLibraryOperator(std::string_view name);
bool isLibraryOperatorOfCpp(std::string_view name);

} // namespace loupe
