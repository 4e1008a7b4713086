// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/integrity/cppfacts.h"

#include <string>
#include <vector>

namespace loupe {

/// Fact at a line of a Python source: a call, a launch, a write, … by kind.
struct SourceFact {
    std::string name; ///< dotted path: "torch.nn.functional.relu"; ".relu" of an unknown object
    int line = 0;
    std::string inside;  ///< qualified name of the function; empty at module level
    bool reached = true; ///< the judged entry can reach it
};

/// Class and its bases.
struct SourceClass {
    std::string name;
    int line = 0;
    std::vector<std::string> bases;
};

struct SourceFunction {
    std::string name; ///< qualified: "ModelNew.forward"
    int line = 0;
    bool reached = true;
    std::vector<std::string> decorators;
};

/// Try statement: the calls of its body and those of its handlers.
struct SourceFallback {
    int line = 0;
    bool reached = true;
    std::vector<std::string> tries;
    std::vector<std::string> fallsBackTo;
};

/// Value that a function returns.
struct SourceReturn {
    int line = 0;
    std::string inside;
    bool reached = true;
    bool fromInputs = true; ///< depends on a parameter, as far as reading can tell
};

/// C++ or CUDA source inside a Python string.
struct EmbeddedSource {
    int line = 0; ///< line at which the string begins
    CppFacts facts;
};

/// Facts of one Python source from `resources/worker/loupe_inspect`; facts.py there describes each
/// list.
struct PythonFacts {
    bool parsed = true;
    std::string problem; ///< why it could not be parsed
    std::vector<SourceFact> imports;
    std::vector<SourceFact> calls;
    std::vector<SourceFact> writes;
    std::vector<SourceFact> texts;
    std::vector<SourceFact> branchesOnValues;
    std::vector<SourceFact> counters;
    std::vector<SourceFact> keyedByIdentity;
    std::vector<SourceFact> mentions; ///< attributes that lead into the interpreter: "f_back"
    std::vector<SourceFact> computed; ///< names composed before they are looked up
    std::vector<SourceFact> aliases;  ///< `name` is "ModelNew = Model"
    std::vector<SourceClass> classes;
    std::vector<SourceFunction> functions;
    std::vector<SourceFallback> fallbacks;
    std::vector<SourceReturn> returns;
    std::vector<EmbeddedSource> embedded;
    /// Modules that are files of the same submission: "helpers", and "" for relative imports. Empty
    /// for a single file.
    std::vector<std::string> ownModules;
};

/// Adds the facts of another file of the same submission, which begins behind `lineBefore`. Its
/// kernels are as if they were defined in the first.
void addFacts(PythonFacts &facts, PythonFacts more, int lineBefore);
void addFacts(CppFacts &facts, CppFacts more, int lineBefore);

/// Reads an answer of loupe_inspect. Corrupt if it is not one.
Result<PythonFacts> pythonFactsFromJson(const Json &answer);

} // namespace loupe
