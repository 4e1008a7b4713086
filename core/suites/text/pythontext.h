// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace loupe {

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

/// Returns true if `source` calls `name` itself: "f(", the launch "f[grid](" or "F.apply(", but not
/// "def f(", "x.f(" or "of(".
bool calls(std::string_view source, std::string_view name);

/// Returns `source` with "\r\n" and "\r" replaced by "\n", as Python reads text files.
std::string withUnixLines(std::string_view source);

/// Returns true if `name` can be a Python identifier of ASCII letters.
bool isIdentifier(std::string_view name);

/// Parts of a TritonBench file before the first and after the last separator, a line of 146 '#'.
/// Without a separator, everything is the implementation.
struct SeparatedSource {
    std::string_view implementation;
    std::string_view test;
    bool isSeparated = false;
};

SeparatedSource splitAtSeparator(std::string_view source);

} // namespace loupe
