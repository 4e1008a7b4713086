// SPDX-License-Identifier: Apache-2.0
#include "core/integrity/libraryrules.h"

#include "core/integrity/sourcekernels.h"

#include <algorithm>
#include <set>
#include <utility>

namespace loupe {
namespace {

/// Returns the severity of a breach of the policy. If any composition is permitted, it is a note
/// that explains a fact (composition.h).
FindingSeverity weightOf(const CandidateEvidence &evidence)
{
    return evidence.policy == LibraryPolicy::Any ? FindingSeverity::Note
                                                 : FindingSeverity::Suspicion;
}

std::string firstNames(const std::vector<CppName> &names)
{
    constexpr std::size_t kMaxNames = 4;
    std::set<std::string> seen;
    std::string text;
    for (const CppName &one : names) {
        if (!seen.insert(one.name).second)
            continue;
        if (seen.size() > kMaxNames)
            return text + ", …";
        text += text.empty() ? "" : ", ";
        text += one.name;
    }
    return text;
}

} // namespace

std::vector<Finding> LibraryOnlyRule::look(const CandidateEvidence &evidence) const
{
    if (hasOwnKernels(evidence))
        return {};
    const std::vector<CppName> calls = libraryCalls(evidence);
    if (calls.empty())
        return {};
    // The output of a compiler is measured by own_share and same_kernels.
    const bool isCompiled = evidence.policy != LibraryPolicy::Pure && evidence.python
        && isCompiledByLibrary(*evidence.python);
    return {finding(isCompiled ? FindingSeverity::Note : weightOf(evidence),
                    "no kernel of its own, only calls " + firstNames(calls), calls.front().line)};
}

std::vector<Finding> LibraryUseRule::look(const CandidateEvidence &evidence) const
{
    const std::vector<CppName> calls = libraryCalls(evidence);
    if (calls.empty() || !hasOwnKernels(evidence))
        return {};
    const bool breach = evidence.policy == LibraryPolicy::Pure;
    return {finding(breach ? severity() : FindingSeverity::Note,
                    "besides its own kernels, it calls " + firstNames(calls), calls.front().line)};
}

std::vector<Finding> DeadKernelRule::look(const CandidateEvidence &evidence) const
{
    const KernelsOfSource kernels = kernelsOf(evidence);
    if (kernels.defined.empty() || kernels.launched > 0 || libraryCalls(evidence).empty())
        return {};
    return {finding(weightOf(evidence), "never launched: " + firstNames(kernels.defined),
                    kernels.defined.front().line)};
}

std::vector<Finding> FallbackRule::look(const CandidateEvidence &evidence) const
{
    std::vector<Finding> findings;
    if (!evidence.python)
        return findings;
    for (const SourceFallback &one : evidence.python->fallbacks) {
        const auto library = std::ranges::find_if(one.fallsBackTo, isLibraryOperator);
        const bool tries = std::ranges::any_of(
            one.tries, [](const std::string &call) { return !isLibraryOperator(call); });
        if (one.reached && tries && library != one.fallsBackTo.end())
            findings.push_back(finding(
                weightOf(evidence), "where its own code raises, it calls " + *library, one.line));
    }
    return findings;
}

std::vector<Finding> ReferenceAliasRule::look(const CandidateEvidence &evidence) const
{
    std::vector<Finding> findings;
    if (!evidence.python)
        return findings;
    for (const SourceFact &alias : evidence.python->aliases) {
        if (alias.name.starts_with(evidence.entry + " = ")
            && matchesAny(alias.name, {"* = Model", "*.Model"}))
            findings.push_back(finding(alias.name, alias.line));
    }
    for (const SourceClass &one : evidence.python->classes) {
        if (one.name == evidence.entry && std::ranges::find(one.bases, "Model") != one.bases.end())
            findings.push_back(finding(one.name + " is derived from Model", one.line));
    }
    return findings;
}

std::vector<Finding> ReducedPrecisionRule::look(const CandidateEvidence &evidence) const
{
    std::vector<Finding> findings;
    if (evidence.python) {
        findings = namesOf(evidence.python->calls,
                           {".half", ".bfloat16", "torch.autocast", "torch.cuda.amp.autocast",
                            "torch.amp.autocast"},
                           "calls");
    }
    append(findings,
           cppNames(evidence,
                    {"__half*", "__nv_bfloat16*", "nv_bfloat16*", "__nv_fp8*", "nvcuda::wmma*",
                     "wmma::*"},
                    "uses"));
    eachCppSource(evidence, [&](const CppFacts &facts, int lineBefore) {
        for (const CppName &one : facts.halfTypes)
            findings.push_back(finding("uses " + one.name, lineBefore + one.line));
    });
    if (findings.size() > 1)
        findings.resize(1);
    return findings;
}

} // namespace loupe
