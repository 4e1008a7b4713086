// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lexers/pythontokens.h"

#include <cstddef>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Logical line of a Python source, which begins a statement.
struct PythonLine {
    std::size_t first = 0;   ///< position of its first token
    bool isTopLevel = false; ///< without indentation
};

/// Returns the logical lines of a source with these tokens. A bracket that is never closed hides
/// none at column 0: a keyword there that only statements begin with ends the brackets.
std::vector<PythonLine> pythonLines(std::string_view source, std::span<const PythonToken> tokens);

/// Top-level definitions of a Python source, found line by line without running it. A source that
/// does not compile still has an outline.
struct PythonOutline {
    std::vector<std::string> functions; ///< in order of their appearance
    std::vector<std::string> classes;
    std::vector<std::string> assigned;
    std::vector<std::string> imports; ///< first components of module names: "torch" of "torch.nn"

    bool defines(std::string_view name) const; ///< as function, class or variable
};

PythonOutline pythonOutline(std::string_view source);

/// Modules that an import statement names, without the names after their first dot.
struct ImportedModules {
    std::vector<std::string_view> names;
    bool isRelative = false; ///< "from . import a"
};

/// Returns the modules of the statement at the start of `tokens`; none if it imports nothing.
ImportedModules importedModules(std::span<const PythonToken> tokens);

/// Returns the names in `source` that are called themselves: "f(", the launch "f[grid](" or
/// "F.apply(", but not "def f(", "class F(" or "x.f(".
std::set<std::string_view> calledNames(std::string_view source);

/// Returns whether a statement begins with a name that it assigns or annotates.
bool isAssigned(std::span<const PythonToken> tokens);

/// Returns `source` with "\r\n" and "\r" replaced by "\n", as Python reads text files.
std::string withUnixLines(std::string_view source);

/// Parts of a TritonBench file before the first and after the last separator, a line of 146 '#'.
/// Without a separator, everything is the implementation.
struct SeparatedSource {
    std::string_view implementation;
    std::string_view test;
    bool isSeparated = false;
};

SeparatedSource splitAtSeparator(std::string_view source);

} // namespace loupe
