// SPDX-License-Identifier: Apache-2.0
#include "core/integrity/ruleregistry.h"

#include "core/integrity/namerule.h"
#include "core/integrity/recordaudit.h"
#include "core/integrity/runtimerules.h"
#include "core/integrity/sourcerules.h"

#include <algorithm>
#include <utility>

namespace loupe {
namespace {

std::vector<Rule> makeRules()
{
    using enum FindingSeverity;
    using enum RuleLayer;
    // Numbers are those of the catalogue of known cheats.
    std::vector<Rule> rules{
        // 37: the entry only calls a library's operators.
        {{"library_only", Static, Suspicion,
          "The source has no kernel of its own that the judged entry could launch, but calls "
          "operators of a library.",
          "Kernels that are made by executed text, or loaded from another file."},
         lookForLibraryOnly},
        // 40: a kernel that nothing launches.
        {{"dead_kernel", Static, Suspicion,
          "The judged code launches no kernel that the source defines, and library operators do "
          "the work.",
          "A kernel whose result is not used."},
         lookForDeadKernels},
        // 38: the reference under another name.
        {{"reference_alias", Static, Suspicion,
          "The judged entry is the reference's class, or is derived from it.",
          "A copy of the reference's text."},
         lookForReferenceAliases},
        // 39: the library replaces the kernel when it fails.
        {{"fallback", Static, Suspicion,
          "An exception handler computes the result with library operators.",
          "Whether the handler ever ran; a fallback that a condition chooses."},
         lookForFallbacks},
        // 27, 28
        {{"constant_result", Static, Suspicion,
          "Nothing that the entry returns depends on its inputs.",
          "An input that is multiplied by 0; whether the task itself is constant."},
         lookForConstantResults},
    };
    for (NamePatterns &each : namePatterns()) {
        const RuleWords words{each.id, Static, each.severity, each.proves, each.cannotSee};
        rules.push_back({words,
                         [patterns = std::move(each)](const RuleWords &rule,
                                                      const CandidateEvidence &evidence) {
                             return lookForNames(rule, patterns, evidence);
                         }});
    }
    rules.insert(
        rules.end(),
        {// 10: results looked up by the address or identity of an input.
         {{"identity_cache", Static, Suspicion,
           "The source looks up or branches by the address or identity of an object.",
           "Tables in native code; a cache by content."},
          lookForIdentityCaches},
         // 12: different work after some calls.
         {{"call_counter", Static, Suspicion,
           "A function counts its calls and branches on the count.",
           "Counters in native code. The check of timed outputs finds their effect."},
          lookForCallCounters},
         // 11, 36: a different path for particular values.
         {{"value_branch", Static, Note, "The source branches on the value of an input's element.",
           "The same inside kernels, where it is normal."},
          lookForValueBranches},
         // 37, 40: only the library's kernels ran, or nearly only.
         {{"own_share", Runtime, Suspicion,
           "The candidate's own kernels take hardly any of the device time of timed calls.",
           "How a kernel's result was used; library code that was copied and renamed."},
          lookForOwnShare},
         // 37, 38: the candidate is the reference by another name.
         {{"same_kernels", Runtime, Suspicion,
           "A call of the candidate launches the same kernels as a call of the reference, equally "
           "often.",
           "Whether the task has another solution."},
          lookForSameKernels}});
    for (const RuleWords &flag : markedFlags())
        rules.push_back({flag, lookForFlag});
    rules.insert(
        rules.end(),
        {{{"library_use", Static, Suspicion,
           "A library operator does some of the work. It is a suspicion under the policy `pure`, "
           "else a note.",
           "Whether that operator's share of the time matters."},
          lookForLibraryUse},
         // 34: less precise arithmetic than the task's.
         {{"reduced_precision", Static, Note,
           "The source names a 16-bit, 8-bit or TF32 type or a matrix instruction.",
           "Whether the task allows it. The comparison with a double-precision result shows that."},
          lookForReducedPrecision}});
    return rules;
}

} // namespace

std::span<const Rule> allRules()
{
    static const std::vector<Rule> kRules = makeRules();
    return kRules;
}

std::vector<Finding> findingsOf(const CandidateEvidence &evidence)
{
    std::vector<Finding> findings;
    for (const Rule &rule : allRules()) {
        for (Finding &one : rule.look(rule.words, evidence)) {
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

std::vector<RuleWords> allRuleWords()
{
    std::vector<RuleWords> out;
    for (const Rule &rule : allRules())
        out.push_back(rule.words);
    for (const RecordRule &rule : recordRules())
        out.push_back({rule.id, RuleLayer::Record, rule.severity, rule.proves, rule.cannotSee});
    return out;
}

std::optional<RuleWords> ruleWords(std::string_view id)
{
    const std::vector<RuleWords> all = allRuleWords();
    const auto found = std::ranges::find(all, id, &RuleWords::id);
    return found == all.end() ? std::nullopt : std::optional(*found);
}

} // namespace loupe
