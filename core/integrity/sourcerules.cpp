// SPDX-License-Identifier: Apache-2.0
#include "core/integrity/sourcerules.h"

#include "core/integrity/sourcekernels.h"
#include "core/integrity/staticrule.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <string>
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

/// Returns a finding for each of these facts that the judged entry can reach.
std::vector<Finding> reachedFacts(const RuleWords &rule, const CandidateEvidence &evidence,
                                  std::vector<SourceFact> PythonFacts::*facts, const char *message)
{
    std::vector<Finding> findings;
    if (!evidence.python)
        return findings;
    for (const SourceFact &one : (*evidence.python).*facts) {
        if (one.reached)
            findings.push_back(finding(rule, message, one.line));
    }
    return findings;
}

} // namespace

std::vector<Finding> lookForLibraryOnly(const RuleWords &rule, const CandidateEvidence &evidence)
{
    if (hasOwnKernels(evidence))
        return {};
    const std::vector<CppName> calls = libraryCalls(evidence);
    if (calls.empty())
        return {};
    // The output of a compiler is measured by own_share and same_kernels.
    const bool isCompiled = evidence.policy != LibraryPolicy::Pure && evidence.python
        && isCompiledByLibrary(*evidence.python);
    return {finding(rule, isCompiled ? FindingSeverity::Note : weightOf(evidence),
                    "no kernel of its own, only calls " + firstNames(calls), calls.front().line)};
}

std::vector<Finding> lookForLibraryUse(const RuleWords &rule, const CandidateEvidence &evidence)
{
    const std::vector<CppName> calls = libraryCalls(evidence);
    if (calls.empty() || !hasOwnKernels(evidence))
        return {};
    const bool breach = evidence.policy == LibraryPolicy::Pure;
    return {finding(rule, breach ? rule.severity : FindingSeverity::Note,
                    "besides its own kernels, it calls " + firstNames(calls), calls.front().line)};
}

std::vector<Finding> lookForDeadKernels(const RuleWords &rule, const CandidateEvidence &evidence)
{
    const KernelsOfSource kernels = kernelsOf(evidence);
    if (kernels.defined.empty() || kernels.launched > 0 || libraryCalls(evidence).empty())
        return {};
    return {finding(rule, weightOf(evidence), "never launched: " + firstNames(kernels.defined),
                    kernels.defined.front().line)};
}

std::vector<Finding> lookForFallbacks(const RuleWords &rule, const CandidateEvidence &evidence)
{
    std::vector<Finding> findings;
    if (!evidence.python)
        return findings;
    for (const SourceFallback &one : evidence.python->fallbacks) {
        const auto library = std::ranges::find_if(one.fallsBackTo, isLibraryOperator);
        const bool tries = std::ranges::any_of(
            one.tries, [](const std::string &call) { return !isLibraryOperator(call); });
        if (one.reached && tries && library != one.fallsBackTo.end())
            findings.push_back(finding(rule, weightOf(evidence),
                                       "where its own code raises, it calls " + *library,
                                       one.line));
    }
    return findings;
}

std::vector<Finding> lookForReferenceAliases(const RuleWords &rule,
                                             const CandidateEvidence &evidence)
{
    std::vector<Finding> findings;
    if (!evidence.python)
        return findings;
    for (const SourceFact &alias : evidence.python->aliases) {
        if (alias.name.starts_with(evidence.entry + " = ")
            && matchesAny(alias.name, {"* = Model", "*.Model"}))
            findings.push_back(finding(rule, alias.name, alias.line));
    }
    for (const SourceClass &one : evidence.python->classes) {
        if (one.name == evidence.entry && std::ranges::find(one.bases, "Model") != one.bases.end())
            findings.push_back(finding(rule, one.name + " is derived from Model", one.line));
    }
    return findings;
}

std::vector<Finding> lookForReducedPrecision(const RuleWords &rule,
                                             const CandidateEvidence &evidence)
{
    std::vector<Finding> findings;
    if (evidence.python) {
        findings = namesOf(rule, evidence.python->calls,
                           {".half", ".bfloat16", "torch.autocast", "torch.cuda.amp.autocast",
                            "torch.amp.autocast"},
                           "calls");
    }
    eachCppSource(evidence, [&](const CppFacts &facts, int lineBefore) {
        for (const CppName &one : facts.names) {
            if (matchesAny(one.name,
                           {"__half*", "__nv_bfloat16*", "nv_bfloat16*", "__nv_fp8*",
                            "nvcuda::wmma*", "wmma::*"}))
                findings.push_back(finding(rule, "uses " + one.name, lineBefore + one.line));
        }
    });
    eachCppSource(evidence, [&](const CppFacts &facts, int lineBefore) {
        for (const CppName &one : facts.halfTypes)
            findings.push_back(finding(rule, "uses " + one.name, lineBefore + one.line));
    });
    if (findings.size() > 1)
        findings.resize(1);
    return findings;
}

std::vector<Finding> lookForIdentityCaches(const RuleWords &rule, const CandidateEvidence &evidence)
{
    return reachedFacts(rule, evidence, &PythonFacts::keyedByIdentity,
                        "looks up by an address or identity");
}

std::vector<Finding> lookForCallCounters(const RuleWords &rule, const CandidateEvidence &evidence)
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
                rule, prepares || prints ? FindingSeverity::Note : rule.severity,
                prepares ? "prepares something when " + name + " is first counted"
                         : (prints ? "prints by " : "branches on ") + name + ", which it counts",
                one.line));
    }
    return findings;
}

std::vector<Finding> lookForConstantResults(const RuleWords &rule,
                                            const CandidateEvidence &evidence)
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
    return {finding(rule, "what it returns does not depend on its inputs", own.front().line)};
}

std::vector<Finding> lookForValueBranches(const RuleWords &rule, const CandidateEvidence &evidence)
{
    return reachedFacts(rule, evidence, &PythonFacts::branchesOnValues,
                        "branches on an element's value");
}

} // namespace loupe
