// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/integrity/staticrule.h"

#include <utility>
#include <vector>

namespace loupe {

/// Names that a NameRule searches for; patterns as in matchesName().
struct NamePatterns {
    using Names = std::vector<std::string_view>;

    std::string_view id = {};
    FindingSeverity severity = FindingSeverity::Suspicion;
    std::string_view proves = {};
    std::string_view cannotSee = {};
    Names calls = {};             ///< of Python, also mentions of imports
    Names mentions = {};          ///< of Python: attributes that lead into the interpreter
    Names computed = {};          ///< of Python: names that are composed at run time
    Names notes = {};             ///< of all these, those that honest code uses too: a note
    bool importsAreNotes = false; ///< the calls decide
    Names writes = {};            ///< of Python
    Names writesForOthers = {};   ///< of `writes`, those covered by other rules
    Names writesToNote = {};      ///< of `writes`, those that are only a note
    Names bases = {};             ///< of classes of Python
    Names texts = {};             ///< string constants that contain one
    Names cppNames = {};          ///< used, and not declared by the source itself
    Names cppStatics = {};        ///< types; a note, unless a return statement names the variable
    bool staticsWeigh = false;    ///< regardless of whether one is returned
    Names cppAssembler = {};      ///< texts of assembler statements that contain one
    bool hasLabels = false;       ///< symbols that declarations are bound to
    Names awaitedBy = {};         ///< C++: if one of these is used, the findings are notes …
    Names unlessUsed = {};        ///< … unless one of these is
};

/// Rule that searches for names without honest use in kernels.
class NameRule : public StaticRule
{
public:
    explicit NameRule(NamePatterns patterns) : m_patterns(std::move(patterns)) { }

    std::string_view id() const override { return m_patterns.id; }
    FindingSeverity severity() const override { return m_patterns.severity; }
    std::string_view proves() const override { return m_patterns.proves; }
    std::string_view cannotSee() const override { return m_patterns.cannotSee; }
    std::vector<Finding> look(const CandidateEvidence &evidence) const override;

private:
    std::vector<Finding> inPython(const PythonFacts &python) const;
    std::vector<Finding> inCpp(const CppFacts &facts, int lineBefore) const;
    /// Works like namesOf(), but names with an honest use are notes.
    std::vector<Finding> weighed(const std::vector<SourceFact> &facts,
                                 const NamePatterns::Names &patterns, std::string_view verb) const;

    NamePatterns m_patterns;
};

/// Returns the patterns of all rules of this kind.
std::vector<NamePatterns> namePatterns();

} // namespace loupe
