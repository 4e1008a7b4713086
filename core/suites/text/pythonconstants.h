// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Statement `NAME = value` at the top level of a Python source.
struct PythonConstant {
    std::string name;
    std::size_t begin = 0; ///< of the value's text in the source
    std::size_t end = 0;
};

/// Returns the constants that a source assigns at its top level, in order, without running it. A
/// name may come several times. Leaves out assignments to several names at once, and all but the
/// first statement of a line.
std::vector<PythonConstant> pythonConstants(std::string_view source);

/// Name in a statement that assigns no constant, such as `n` in `n *= 2` or `n, m = 3, 4`.
struct PythonMention {
    std::string name;
    std::size_t at = 0; ///< in the source
};

/// Returns the names in all other statements outside definitions, and the words of their strings,
/// in order: each of them may have another value after its statement, because nothing is run.
/// Functions and classes have their own names.
std::vector<PythonMention> otherMentions(std::string_view source);

/// Returns the source with other texts as the values of constants, so that everything that is
/// computed from them follows. Lines keep their numbers. Ignores names that the source lacks.
std::string withConstants(std::string_view source,
                          const std::map<std::string, std::string> &values);

} // namespace loupe
