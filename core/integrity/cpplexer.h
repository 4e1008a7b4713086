// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Token of a C++ or CUDA source.
struct CppToken {
    enum class Kind { Name, Number, Text, Symbol, Include };
    Kind kind = Kind::Symbol;
    std::string text; ///< of a Text without its quotes; of an Include the file; symbols one by one,
                      ///< except "::", "<<<" and ">>>"
    int line = 0;
};

/// Returns the tokens of a source without comments, directives and code under `#if 0`. Understands
/// raw strings, joined lines and digraph-free code. Text that is not C++ still gives tokens.
std::vector<CppToken> cppTokens(std::string_view source);

} // namespace loupe
