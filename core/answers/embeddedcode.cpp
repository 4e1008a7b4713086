// SPDX-License-Identifier: Apache-2.0
#include "core/answers/embeddedcode.h"

#include "core/lexers/cpptokens.h"
#include "core/lexers/pythontokens.h"

#include <algorithm>
#include <array>

namespace loupe {

namespace {

/// Keywords and fundamental types of C++, and the qualifiers of CUDA; sorted.
constexpr std::string_view codeKeywords[] = {
    // of CUDA
    "__constant__", "__device__", "__forceinline__", "__global__", "__host__", "__inline__",
    "__launch_bounds__", "__managed__", "__noinline__", "__restrict__", "__shared__",
    "__syncthreads",
    // of C++
    "alignas", "auto", "bool", "break", "case", "catch", "char", "class", "const", "const_cast",
    "constexpr", "continue", "decltype", "default", "delete", "do", "double", "else", "enum",
    "explicit", "extern", "false", "float", "for", "friend", "goto", "if", "inline", "int", "long",
    "mutable", "namespace", "new", "noexcept", "nullptr", "operator", "private", "public",
    "register", "reinterpret_cast", "return", "short", "signed", "sizeof", "static", "static_cast",
    "struct", "switch", "template", "this", "throw", "true", "try", "typedef", "typename", "union",
    "unsigned", "using", "void", "volatile"};
static_assert(std::ranges::is_sorted(codeKeywords));

CodePart partOf(const CppToken &token)
{
    using Kind = CppToken::Kind;
    if (token.isInDirective && token.kind != Kind::Comment)
        return CodePart::Directive;
    switch (token.kind) {
    case Kind::Comment:
        return CodePart::Comment;
    case Kind::Text:
    case Kind::Character:
        return CodePart::Text;
    case Kind::Number:
        return CodePart::Number;
    case Kind::Name:
        return std::ranges::binary_search(codeKeywords, token.text) ? CodePart::Keyword
                                                                    : CodePart::Plain;
    default:
        return CodePart::Plain;
    }
}

/// Splits C++ code into spans. `offset` is the place of `code` in the whole source.
void addSpans(std::string_view code, std::size_t offset, std::vector<CodeSpan> &out)
{
    const std::size_t first = out.size();
    std::size_t at = 0;
    const auto addTo = [&](std::size_t end, CodePart part) {
        if (end > at && out.size() > first && out.back().part == part)
            out.back().length += end - at;
        else if (end > at)
            out.push_back({offset + at, end - at, part});
        at = end;
    };
    for (const CppToken &token : cppTokens(code)) {
        const auto begin = static_cast<std::size_t>(token.source.data() - code.data());
        const bool isWithin = token.isInDirective && token.kind != CppToken::Kind::Directive;
        addTo(begin, isWithin ? CodePart::Directive : CodePart::Plain);
        addTo(begin + token.source.size(), partOf(token));
    }
    addTo(code.size(), CodePart::Plain);
}

} // namespace

bool looksLikeCpp(std::string_view text)
{
    constexpr std::array<std::string_view, 5> signs{"__global__", "__device__", "#include",
                                                    "extern \"C\"", "torch::"};
    return std::ranges::any_of(
        signs, [text](std::string_view sign) { return text.find(sign) != std::string_view::npos; });
}

std::vector<CodeSpan> embeddedCode(std::string_view python)
{
    std::vector<CodeSpan> out;
    PythonTokens tokens(python);
    for (;;) {
        const PythonToken token = tokens.next();
        if (token.kind == PythonToken::Kind::End || token.kind == PythonToken::Kind::Problem)
            return out;
        if (token.kind != PythonToken::Kind::String)
            continue;
        const PythonStringParts parts = stringParts(token.text);
        const std::string_view code = parts.content;
        if (parts.quotes.size() > 1 && looksLikeCpp(code))
            addSpans(code, static_cast<std::size_t>(code.data() - python.data()), out);
    }
}

} // namespace loupe
