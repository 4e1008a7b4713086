// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/integrity/rule.h"

#include <string_view>
#include <vector>

namespace loupe {

/// Names that a rule searches for; patterns as in matchesAny().
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

/// Returns the patterns of all rules that search for names without honest use in kernels.
std::vector<NamePatterns> namePatterns();
std::vector<Finding> lookForNames(const RuleWords &rule, const NamePatterns &patterns,
                                  const CandidateEvidence &evidence);

} // namespace loupe
