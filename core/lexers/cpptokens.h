// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Token of a C++ source (also CUDA, HIP, SYCL).
struct CppToken {
    enum class Kind {
        Name,
        Number,
        Text,      ///< string, with its prefix and quotes
        Character, ///< with its prefix and quotes
        Symbol,    ///< one character, or "::", "<<<" or ">>>"
        Comment,
        Directive, ///< "#define", with the blanks within; its line's other tokens follow
        Header,    ///< file of an #include, with its quotes or brackets
    };
    Kind kind = Kind::Symbol;
    std::string_view text; ///< in the source
    int line = 1;
    bool isInDirective = false; ///< a Directive, and what follows it on its line
    std::string_view problem;   ///< why a Text, Character or Comment is not whole

    bool isSymbol(std::string_view wanted) const { return kind == Kind::Symbol && text == wanted; }
};

/// Returns the tokens of a source, without expanding macros. Understands raw strings and joined
/// lines, but no digraphs. Text that is not C++ still gives tokens.
std::vector<CppToken> cppTokens(std::string_view source);

/// Returns a Text's content without the backslashes of its escapes; the file of a Header; the text
/// of other tokens.
std::string contentOf(const CppToken &token);

} // namespace loupe
