// SPDX-License-Identifier: Apache-2.0
//
// Fuzzes the lexers of Python and C++. Tokens are parts of the source, in its order, and nothing
// but blanks is between them. An input that begins with "*" is repeated up to 64 KiB, so that
// libFuzzer's -timeout finds lexers that take more time than in proportion to the source.
#include "core/lexers/cpptokens.h"
#include "core/lexers/pythontokens.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "tests/fuzz/promise.h"

namespace {

using loupe::fuzz::require;

/// Checks the order of tokens in a source.
class Order
{
public:
    Order(std::string_view source, std::string_view blanks) : m_source(source), m_blanks(blanks) { }

    /// Checks the next token, and what is between it and the last one.
    void pass(std::string_view token, int line)
    {
        const auto begin = static_cast<std::size_t>(token.data() - m_source.data());
        require(begin >= m_end && begin + token.size() <= m_source.size(),
                "tokens are parts of the source, in its order");
        require(isBlank(m_source.substr(m_end, begin - m_end)), "only blanks are left out");
        require(line >= m_line, "lines increase");
        m_end = begin + token.size();
        m_line = line;
    }
    void finish() const { require(isBlank(m_source.substr(m_end)), "the last token is the last"); }

private:
    bool isBlank(std::string_view text) const
    {
        return text.find_first_not_of(m_blanks) == std::string_view::npos;
    }

    std::string_view m_source;
    std::string_view m_blanks;
    std::size_t m_end = 0;
    int m_line = 1;
};

void readCpp(std::string_view source)
{
    Order order(source, " \t\v\f\r\n\\");
    for (const loupe::CppToken &token : loupe::cppTokens(source)) {
        require(!token.source.empty() && !token.text.empty(), "a token has a text");
        require(token.joined || token.text == token.source, "a text is in the source or joined");
        order.pass(token.source, token.line);
        require(loupe::contentOf(token).size() <= token.text.size(), "a content is no longer");
    }
    order.finish();
}

void checkString(const loupe::PythonToken &token)
{
    const loupe::PythonStringParts parts = loupe::stringParts(token.text);
    require(parts.prefix.size() + 2 * parts.quotes.size() + parts.content.size()
                == token.text.size(),
            "parts of a string add up");
    std::size_t end = 0;
    for (const std::string_view code : loupe::placeholdersIn(parts.content)) {
        const auto begin = static_cast<std::size_t>(code.data() - parts.content.data());
        require(begin >= end && begin + code.size() <= parts.content.size(),
                "code is part of a string, in its order");
        end = begin + code.size();
    }
}

void readPython(std::string_view source)
{
    Order order(source, " \t\f\r\n\\\xEF\xBB\xBF");
    loupe::PythonTokens lexer(source);
    using Kind = loupe::PythonToken::Kind;
    loupe::PythonToken token = lexer.next();
    for (; token.kind != Kind::End; token = lexer.next()) {
        const bool isPlace = token.kind == Kind::Indent || token.kind == Kind::LineEnd;
        require(isPlace == token.text.empty(), "a token has a text, unless it is a place");
        if (!isPlace)
            order.pass(token.text, token.line);
        if (token.kind == Kind::String)
            checkString(token);
    }
    order.finish();
    // What continues an open string gives tokens, too.
    const std::string_view open = lexer.openString();
    loupe::PythonTokens more(source, open);
    while (more.next().kind != Kind::End) { }
}

std::string repeated(std::string_view text)
{
    constexpr std::size_t size = 64 * 1024;
    std::string out;
    while (!text.empty() && out.size() < size)
        out += text;
    return out;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) // NOLINT
{
    const std::string_view input(reinterpret_cast<const char *>(data), size);
    const std::string source
        = input.starts_with('*') ? repeated(input.substr(1)) : std::string(input);
    readCpp(source);
    readPython(source);
    return 0;
}
