// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// A piece of C++ or CUDA source.
struct CppToken {
    enum class Kind { Name, Number, Text, Symbol, Include };
    Kind kind = Kind::Symbol;
    std::string text; ///< of a Text without its quotes; of an Include the file; symbols one by one,
                      ///< but "::", "<<<" and ">>>" whole
    int line = 0;
};

/// The tokens of a source. Comments and directives are left out, what stands under `#if 0` too.
/// Raw strings, joined lines and digraph-free code are understood; text that is no C++ still gives
/// tokens.
std::vector<CppToken> cppTokens(std::string_view source);

} // namespace loupe
