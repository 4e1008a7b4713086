// SPDX-License-Identifier: Apache-2.0
#include "core/integrity/namerule.h"

#include "core/integrity/staticrule.h"

#include <algorithm>
#include <string>
#include <utility>

namespace loupe {

namespace {

using Findings = std::vector<Finding>;
using Names = NamePatterns::Names;

bool containsAny(std::string_view text, const Names &parts)
{
    return std::ranges::any_of(
        parts, [&](std::string_view part) { return text.find(part) != std::string_view::npos; });
}

/// Returns "calls threading.Thread (joined)" for "calls threading.Thread[joined]".
std::string spoken(const std::string &message)
{
    const std::string_view text = message;
    const std::size_t open = text.rfind('[');
    if (open == std::string_view::npos || !text.ends_with(']'))
        return message;
    std::string words(text.substr(0, open));
    words.append(" (").append(text.substr(open + 1, text.size() - open - 2)).append(")");
    return words;
}

/// Works like namesOf(), but names with an honest use are notes.
Findings weighed(const RuleWords &rule, const NamePatterns &all,
                 const std::vector<SourceFact> &facts, const Names &patterns, std::string_view verb)
{
    std::vector<SourceFact> honest;
    std::vector<SourceFact> others;
    for (const SourceFact &one : facts)
        (matchesAny(one.name, all.notes) ? honest : others).push_back(one);
    Findings findings = namesOf(rule, others, patterns, verb);
    for (Finding &one : namesOf(rule, honest, patterns, verb)) {
        one.severity = FindingSeverity::Note;
        findings.push_back(std::move(one));
    }
    for (Finding &one : findings)
        one.message = spoken(one.message);
    return findings;
}

Findings inPython(const RuleWords &rule, const NamePatterns &patterns, const PythonFacts &python)
{
    Findings findings = weighed(rule, patterns, python.calls, patterns.calls, "calls");
    Findings imports = weighed(rule, patterns, python.imports, patterns.calls, "imports");
    for (Finding &one : imports) {
        if (patterns.importsAreNotes)
            one.severity = FindingSeverity::Note;
    }
    append(findings, std::move(imports));
    append(findings, weighed(rule, patterns, python.mentions, patterns.mentions, "reaches for"));
    append(findings,
           weighed(rule, patterns, python.computed, patterns.computed, "puts a name together in"));
    std::vector<SourceFact> writes = python.writes;
    std::erase_if(writes, [&](const SourceFact &one) {
        return matchesAny(one.name, patterns.writesForOthers);
    });
    for (Finding &one : namesOf(rule, writes, patterns.writesToNote, "changes")) {
        one.severity = FindingSeverity::Note;
        findings.push_back(std::move(one));
    }
    std::erase_if(
        writes, [&](const SourceFact &one) { return matchesAny(one.name, patterns.writesToNote); });
    append(findings, namesOf(rule, writes, patterns.writes, "changes"));
    for (const SourceClass &one : python.classes) {
        for (const std::string &base : one.bases) {
            if (matchesAny(base, patterns.bases))
                findings.push_back(
                    finding(rule, "class " + one.name + " is derived from " + base, one.line));
        }
    }
    for (const SourceFact &text : python.texts) {
        if (containsAny(text.name, patterns.texts))
            findings.push_back(finding(rule, "names \"" + text.name + "\"", text.line));
    }
    return findings;
}

Findings inCpp(const RuleWords &rule, const NamePatterns &patterns, const CppFacts &facts,
               int lineBefore)
{
    const auto uses = [&](const Names &names) {
        return std::ranges::any_of(facts.names,
                                   [&](const CppName &one) { return matchesAny(one.name, names); });
    };
    const FindingSeverity weight = uses(patterns.awaitedBy) && !uses(patterns.unlessUsed)
        ? FindingSeverity::Note
        : rule.severity;
    Findings findings;
    const auto add = [&](FindingSeverity severityOfOne, std::string message, int line) {
        findings.push_back(finding(rule, severityOfOne, std::move(message), lineBefore + line));
    };
    for (const CppName &one : facts.foreign) {
        if (matchesAny(one.name, patterns.cppNames))
            add(matchesAny(one.name, patterns.notes) ? FindingSeverity::Note : weight,
                "uses " + one.name, one.line);
    }
    for (const CppName &one : facts.statics) {
        if (!matchesAny(one.name, patterns.cppStatics))
            continue;
        const bool isReturned
            = std::ranges::find(facts.returnedStatics, one) != facts.returnedStatics.end();
        const bool weighs = isReturned || patterns.staticsWeigh;
        add(weighs ? rule.severity : FindingSeverity::Note,
            (isReturned ? "returns a static " : "keeps a static ") + one.name, one.line);
    }
    for (const CppName &one : facts.texts) {
        if (containsAny(one.name, patterns.texts))
            add(rule.severity, "names \"" + one.name + "\"", one.line);
    }
    for (const CppName &one : facts.assembler) {
        if (containsAny(one.name, patterns.cppAssembler))
            add(rule.severity, "has the assembler statement \"" + one.name + "\"", one.line);
    }
    for (const CppName &one : facts.labels) {
        if (patterns.hasLabels)
            add(rule.severity, "binds a declaration to the symbol " + one.name, one.line);
    }
    return findings;
}

} // namespace

std::vector<Finding> lookForNames(const RuleWords &rule, const NamePatterns &patterns,
                                  const CandidateEvidence &evidence)
{
    Findings findings;
    if (evidence.python)
        findings = inPython(rule, patterns, *evidence.python);
    eachCppSource(evidence, [&](const CppFacts &facts, int lineBefore) {
        append(findings, inCpp(rule, patterns, facts, lineBefore));
    });
    return findings;
}

} // namespace loupe
