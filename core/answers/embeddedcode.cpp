// SPDX-License-Identifier: Apache-2.0
#include "core/answers/embeddedcode.h"

#include "core/answers/pythontokens.h"

#include <algorithm>
#include <array>

namespace loupe {

namespace {

/// Keywords and fundamental types of C++, and the qualifiers of CUDA; sorted.
constexpr auto codeKeywords = std::to_array<std::string_view>({"__constant__",
                                                               "__device__",
                                                               "__forceinline__",
                                                               "__global__",
                                                               "__host__",
                                                               "__inline__",
                                                               "__launch_bounds__",
                                                               "__managed__",
                                                               "__noinline__",
                                                               "__restrict__",
                                                               "__shared__",
                                                               "__syncthreads",
                                                               "alignas",
                                                               "auto",
                                                               "bool",
                                                               "break",
                                                               "case",
                                                               "catch",
                                                               "char",
                                                               "class",
                                                               "const",
                                                               "const_cast",
                                                               "constexpr",
                                                               "continue",
                                                               "decltype",
                                                               "default",
                                                               "delete",
                                                               "do",
                                                               "double",
                                                               "else",
                                                               "enum",
                                                               "explicit",
                                                               "extern",
                                                               "false",
                                                               "float",
                                                               "for",
                                                               "friend",
                                                               "goto",
                                                               "if",
                                                               "inline",
                                                               "int",
                                                               "long",
                                                               "mutable",
                                                               "namespace",
                                                               "new",
                                                               "noexcept",
                                                               "nullptr",
                                                               "operator",
                                                               "private",
                                                               "public",
                                                               "register",
                                                               "reinterpret_cast",
                                                               "return",
                                                               "short",
                                                               "signed",
                                                               "sizeof",
                                                               "static",
                                                               "static_cast",
                                                               "struct",
                                                               "switch",
                                                               "template",
                                                               "this",
                                                               "throw",
                                                               "true",
                                                               "try",
                                                               "typedef",
                                                               "typename",
                                                               "union",
                                                               "unsigned",
                                                               "using",
                                                               "void",
                                                               "volatile"});
static_assert(std::ranges::is_sorted(codeKeywords));

bool isWordPart(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// Splits C++ code into spans. `offset` is the place of `code` in the whole source.
class CodeSplitter
{
public:
    CodeSplitter(std::string_view code, std::size_t offset, std::vector<CodeSpan> &out)
        : m_code(code)
        , m_offset(offset)
        , m_out(out)
    {
    }

    void split()
    {
        while (m_at < m_code.size()) {
            const std::size_t length = partLength();
            add(length);
            const std::string_view passed = m_code.substr(m_at, length);
            for (const char c : passed)
                m_isLineStart = c == '\n' || (m_isLineStart && (c == ' ' || c == '\t'));
            m_at += length;
        }
    }

private:
    /// Returns the length of the part at the present place, and sets `m_part`.
    std::size_t partLength()
    {
        const std::string_view rest = m_code.substr(m_at);
        const char c = rest.front();
        m_part = CodePart::Comment;
        if (rest.starts_with("//"))
            return lineLength(rest);
        if (rest.starts_with("/*"))
            return upTo(rest, rest.find("*/", 2), 2);
        m_part = CodePart::Directive;
        if (c == '#' && m_isLineStart) {
            const std::size_t length = lineLength(rest);
            return std::min(length, rest.substr(0, length).find("//"));
        }
        m_part = CodePart::Text;
        if (c == '"' || c == '\'')
            return quotedLength(rest);
        m_part = CodePart::Plain;
        if (!isWordPart(c))
            return 1;
        const bool isNumber = c >= '0' && c <= '9';
        std::size_t length = 1;
        while (length < rest.size()
               && (isWordPart(rest[length]) || (isNumber && rest[length] == '.')))
            ++length;
        if (isNumber)
            m_part = CodePart::Number;
        else if (std::ranges::binary_search(codeKeywords, rest.substr(0, length)))
            m_part = CodePart::Keyword;
        return length;
    }

    static std::size_t upTo(std::string_view rest, std::size_t found, std::size_t closing)
    {
        return found == std::string_view::npos ? rest.size() : found + closing;
    }

    /// Returns the length of a line with those joined to it, without the last line break.
    static std::size_t lineLength(std::string_view rest)
    {
        std::size_t end = rest.find('\n');
        while (end != std::string_view::npos && end > 0 && rest[end - 1] == '\\')
            end = rest.find('\n', end + 1);
        return std::min(end, rest.size());
    }

    /// Returns the length of a string or character, which ends with its line.
    static std::size_t quotedLength(std::string_view rest)
    {
        for (std::size_t at = 1; at < rest.size(); ++at) {
            if (rest[at] == '\n')
                return at;
            if (rest[at] == rest.front())
                return at + 1;
            if (rest[at] == '\\')
                ++at;
        }
        return rest.size();
    }

    void add(std::size_t length)
    {
        const std::size_t begin = m_offset + m_at;
        const bool continues = !m_out.empty() && m_out.back().part == m_part
            && m_out.back().begin + m_out.back().length == begin;
        if (continues)
            m_out.back().length += length;
        else
            m_out.push_back({begin, length, m_part});
    }

    std::string_view m_code;
    std::size_t m_offset;
    std::vector<CodeSpan> &m_out;
    std::size_t m_at = 0;
    CodePart m_part = CodePart::Plain;
    bool m_isLineStart = true;
};

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
    constexpr std::size_t quotes = 3;
    PythonTokens tokens(python);
    for (;;) {
        // Indentation and ends of lines do not matter, as within brackets.
        const PythonToken token = tokens.next(true);
        if (token.kind == PythonToken::Kind::End || token.kind == PythonToken::Kind::Problem)
            return out;
        if (token.kind != PythonToken::Kind::String)
            continue;
        const std::size_t open = token.text.find_first_of("\"'");
        const std::string_view quoted = token.text.substr(open);
        if (!quoted.starts_with("\"\"\"") && !quoted.starts_with("'''"))
            continue;
        const std::string_view code = quoted.substr(quotes, quoted.size() - 2 * quotes);
        if (looksLikeCpp(code))
            CodeSplitter(code, static_cast<std::size_t>(code.data() - python.data()), out).split();
    }
}

} // namespace loupe
