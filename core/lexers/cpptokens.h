// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
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
        Directive, ///< "#define", with blanks and comments within; its line's other tokens follow
        Header,    ///< file of an #include or __has_include, with its quotes or brackets
    };
    Kind kind = Kind::Symbol;
    std::string_view text;   ///< one line even if it is on joined lines, except for a raw string
    std::string_view source; ///< part of the source; differs from `text` at joined lines only
    int line = 1;
    bool isInDirective = false;                ///< a Directive, and what follows it on its line
    std::string_view problem;                  ///< why a Text, Character or Comment is not whole
    std::shared_ptr<const std::string> joined; ///< owns `text` if it differs from `source`

    bool isSymbol(std::string_view wanted) const { return kind == Kind::Symbol && text == wanted; }
};

/// Returns the tokens of a source, without expanding macros. Understands raw strings and joined
/// lines; of digraphs, only the "%:" of a directive. Text that is not C++ still gives tokens.
std::vector<CppToken> cppTokens(std::string_view source);

/// Returns a Text's content, with the characters of its escapes (a blank for those outside visible
/// ASCII, and universal names as they are); the file of a Header; the text of other tokens.
std::string contentOf(const CppToken &token);

} // namespace loupe
