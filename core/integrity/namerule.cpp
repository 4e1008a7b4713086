// SPDX-License-Identifier: Apache-2.0
#include "core/integrity/namerule.h"

#include <algorithm>
#include <string>
#include <utility>

namespace loupe {

namespace {

using Findings = std::vector<Finding>;

bool containsAny(std::string_view text, const NamePatterns::Names &parts)
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

} // namespace

Findings NameRule::weighed(const std::vector<SourceFact> &facts,
                           const NamePatterns::Names &patterns, std::string_view verb) const
{
    std::vector<SourceFact> honest;
    std::vector<SourceFact> others;
    for (const SourceFact &one : facts)
        (matchesAny(one.name, m_patterns.notes) ? honest : others).push_back(one);
    Findings findings = namesOf(others, patterns, verb);
    for (Finding &one : namesOf(honest, patterns, verb)) {
        one.severity = FindingSeverity::Note;
        findings.push_back(std::move(one));
    }
    for (Finding &one : findings)
        one.message = spoken(one.message);
    return findings;
}

Findings NameRule::inPython(const PythonFacts &python) const
{
    Findings findings = weighed(python.calls, m_patterns.calls, "calls");
    Findings imports = weighed(python.imports, m_patterns.calls, "imports");
    for (Finding &one : imports) {
        if (m_patterns.importsAreNotes)
            one.severity = FindingSeverity::Note;
    }
    append(findings, std::move(imports));
    append(findings, weighed(python.mentions, m_patterns.mentions, "reaches for"));
    append(findings, weighed(python.computed, m_patterns.computed, "puts a name together in"));
    std::vector<SourceFact> writes = python.writes;
    std::erase_if(writes, [this](const SourceFact &one) {
        return matchesAny(one.name, m_patterns.writesForOthers);
    });
    for (Finding &one : namesOf(writes, m_patterns.writesToNote, "changes")) {
        one.severity = FindingSeverity::Note;
        findings.push_back(std::move(one));
    }
    std::erase_if(writes, [this](const SourceFact &one) {
        return matchesAny(one.name, m_patterns.writesToNote);
    });
    append(findings, namesOf(writes, m_patterns.writes, "changes"));
    for (const SourceClass &one : python.classes) {
        for (const std::string &base : one.bases) {
            if (matchesAny(base, m_patterns.bases))
                findings.push_back(
                    finding("class " + one.name + " is derived from " + base, one.line));
        }
    }
    for (const SourceFact &text : python.texts) {
        if (containsAny(text.name, m_patterns.texts))
            findings.push_back(finding("names \"" + text.name + "\"", text.line));
    }
    return findings;
}

Findings NameRule::inCpp(const CppFacts &facts, int lineBefore) const
{
    const auto uses = [&](const NamePatterns::Names &patterns) {
        return std::ranges::any_of(
            facts.names, [&](const CppName &one) { return matchesAny(one.name, patterns); });
    };
    const FindingSeverity weight = uses(m_patterns.awaitedBy) && !uses(m_patterns.unlessUsed)
        ? FindingSeverity::Note
        : severity();
    Findings findings;
    const auto add = [&](FindingSeverity severityOfOne, std::string message, int line) {
        findings.push_back(finding(severityOfOne, std::move(message), lineBefore + line));
    };
    for (const CppName &one : facts.foreign) {
        if (matchesAny(one.name, m_patterns.cppNames))
            add(matchesAny(one.name, m_patterns.notes) ? FindingSeverity::Note : weight,
                "uses " + one.name, one.line);
    }
    for (const CppName &one : facts.statics) {
        if (!matchesAny(one.name, m_patterns.cppStatics))
            continue;
        const bool isReturned
            = std::ranges::find(facts.returnedStatics, one) != facts.returnedStatics.end();
        const bool weighs = isReturned || m_patterns.staticsWeigh;
        add(weighs ? severity() : FindingSeverity::Note,
            (isReturned ? "returns a static " : "keeps a static ") + one.name, one.line);
    }
    for (const CppName &one : facts.texts) {
        if (containsAny(one.name, m_patterns.texts))
            add(severity(), "names \"" + one.name + "\"", one.line);
    }
    for (const CppName &one : facts.assembler) {
        if (containsAny(one.name, m_patterns.cppAssembler))
            add(severity(), "has the assembler statement \"" + one.name + "\"", one.line);
    }
    for (const CppName &one : facts.labels) {
        if (m_patterns.hasLabels)
            add(severity(), "binds a declaration to the symbol " + one.name, one.line);
    }
    return findings;
}

Findings NameRule::look(const CandidateEvidence &evidence) const
{
    Findings findings;
    if (evidence.python)
        findings = inPython(*evidence.python);
    eachCppSource(evidence, [&](const CppFacts &facts, int lineBefore) {
        append(findings, inCpp(facts, lineBefore));
    });
    return findings;
}

} // namespace loupe
