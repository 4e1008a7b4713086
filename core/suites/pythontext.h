// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// What a Python source defines at its top level, found by reading lines, not by running anything.
/// Enough to list names; a source that does not compile still has an outline.
struct PythonOutline {
    std::vector<std::string> functions; ///< in order of their appearance
    std::vector<std::string> classes;
    std::vector<std::string> assigned;
    std::vector<std::string> imports; ///< first parts of module names: "torch" of "torch.nn"

    bool defines(std::string_view name) const; ///< as function, class or variable
};

PythonOutline pythonOutline(std::string_view source);

/// Whether `source` calls `name` itself: "f(", the launch "f[grid](" or "F.apply(", but not "def
/// f(", "x.f(" or "of(".
bool calls(std::string_view source, std::string_view name);

/// `source` with "\r\n" and "\r" as "\n", as Python reads text files.
std::string withUnixLines(std::string_view source);

/// Whether `name` can be a Python identifier of ASCII letters.
bool isIdentifier(std::string_view name);

/// The two parts of a TritonBench file: before the first and after the last separator, a line of
/// 146 '#'. Without one, everything is the implementation.
struct SeparatedSource {
    std::string_view implementation;
    std::string_view test;
    bool isSeparated = false;
};

SeparatedSource splitAtSeparator(std::string_view source);

} // namespace loupe
