// SPDX-License-Identifier: Apache-2.0
#include "core/lexers/cpptokens.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace loupe {

namespace {

constexpr std::size_t maxRawDelimiter = 16; ///< of the standard

bool isNameStart(char letter)
{
    return std::isalpha(static_cast<unsigned char>(letter)) != 0 || letter == '_';
}

bool isNamePart(char letter)
{
    return isNameStart(letter) || std::isdigit(static_cast<unsigned char>(letter)) != 0;
}

bool isRawPrefix(std::string_view name)
{
    return name == "R" || name == "LR" || name == "uR" || name == "UR" || name == "u8R";
}

bool isPlainPrefix(std::string_view name)
{
    return name == "L" || name == "u" || name == "U" || name == "u8";
}

class CppLexer
{
public:
    explicit CppLexer(std::string_view source) : m_source(source) { }

    std::vector<CppToken> tokens()
    {
        while (m_at < m_source.size())
            step();
        return std::move(m_tokens);
    }

private:
    using Kind = CppToken::Kind;

    char peek(std::size_t ahead = 0) const
    {
        return m_at + ahead < m_source.size() ? m_source[m_at + ahead] : '\0';
    }

    bool startsWith(std::string_view text) const { return m_source.substr(m_at).starts_with(text); }

    /// Returns the length of a backslash and line break, which join two lines; 0 for other text.
    std::size_t lineJoin() const { return startsWith("\\\n") ? 2 : startsWith("\\\r\n") ? 3 : 0; }

    void advance(std::size_t count = 1)
    {
        for (; count > 0 && m_at < m_source.size(); --count, ++m_at)
            m_line += m_source[m_at] == '\n' ? 1 : 0;
    }

    /// Adds the token of the next `length` characters.
    void add(Kind kind, std::size_t length, std::string_view problem = {})
    {
        m_tokens.push_back({kind, m_source.substr(m_at, length), m_line, m_isInDirective, problem});
        advance(length);
    }

    /// Returns the length up to the end of the first `closing` after `from`, or of all text.
    std::size_t lengthTo(std::string_view closing, std::size_t from) const
    {
        const std::size_t end = m_source.find(closing, m_at + from);
        return end == std::string_view::npos ? end : end + closing.size() - m_at;
    }

    void step()
    {
        const char letter = peek();
        if (const std::size_t joined = lineJoin(); joined > 0) {
            advance(joined);
        } else if (std::isspace(static_cast<unsigned char>(letter)) != 0) {
            m_isLineStart = m_isLineStart || letter == '\n';
            m_isInDirective = m_isInDirective && letter != '\n';
            advance();
        } else if (startsWith("//")) {
            add(Kind::Comment, lineLength());
        } else if (startsWith("/*")) {
            const std::size_t length = lengthTo("*/", 2);
            add(Kind::Comment, length,
                length == std::string_view::npos ? "a comment never ends" : std::string_view());
        } else if (letter == '#' && m_isLineStart) {
            directive();
        } else {
            m_isLineStart = false;
            token(letter);
        }
    }

    void token(char letter)
    {
        if (isNameStart(letter))
            name();
        else if (std::isdigit(static_cast<unsigned char>(letter)) != 0)
            number();
        else if (letter == '"' || letter == '\'')
            quoted(0);
        else
            symbol();
    }

    /// Returns the length of the line and those that are joined to it.
    std::size_t lineLength() const
    {
        std::size_t end = m_source.find('\n', m_at);
        while (end != std::string_view::npos
               && (m_source.substr(0, end).ends_with('\\')
                   || m_source.substr(0, end).ends_with("\\\r")))
            end = m_source.find('\n', end + 1);
        return std::min(end, m_source.size()) - m_at;
    }

    void name()
    {
        std::size_t length = 1;
        while (isNamePart(peek(length)))
            ++length;
        const std::string_view found = m_source.substr(m_at, length);
        if (peek(length) == '"' && isRawPrefix(found))
            rawText(length);
        else if ((peek(length) == '"' || peek(length) == '\'') && isPlainPrefix(found))
            quoted(length);
        else
            add(Kind::Name, length);
    }

    void number()
    {
        std::size_t length = 1;
        while (isNamePart(peek(length)) || peek(length) == '.'
               || (peek(length) == '\'' && isNamePart(peek(length + 1)))) // 1'000
            ++length;
        add(Kind::Number, length);
    }

    /// Reads a string or character whose quote comes after a prefix.
    void quoted(std::size_t prefix, std::string_view problem = {})
    {
        const char quote = peek(prefix);
        std::size_t length = prefix + 1;
        const auto isOpen = [&] { return m_at + length < m_source.size(); };
        while (isOpen() && peek(length) != quote && peek(length) != '\n') {
            if (peek(length) == '\\')
                length += peek(length + 1) == '\r' && peek(length + 2) == '\n' ? 2 : 1;
            ++length;
        }
        const bool isClosed = isOpen() && peek(length) == quote;
        if (!isClosed && problem.empty())
            problem = "a string does not end on its line";
        add(quote == '"' ? Kind::Text : Kind::Character, length + (isClosed ? 1 : 0), problem);
    }

    /// Reads R"tag( … )tag", whose quote comes after a prefix.
    void rawText(std::size_t prefix)
    {
        const std::size_t tag = m_at + prefix + 1;
        const std::size_t open = m_source.substr(tag, maxRawDelimiter + 1).find('(');
        if (open == std::string_view::npos)
            return quoted(prefix, "a raw string has no beginning");
        const std::string closing = ")" + std::string(m_source.substr(tag, open)) + "\"";
        const std::size_t length = lengthTo(closing, prefix + 1 + open);
        add(Kind::Text, length,
            length == std::string_view::npos ? "a raw string never ends" : std::string_view());
    }

    void symbol()
    {
        constexpr std::array<std::string_view, 3> longSymbols{"<<<", ">>>", "::"};
        const auto *const found = std::ranges::find_if(
            longSymbols, [this](std::string_view each) { return startsWith(each); });
        add(Kind::Symbol, found != longSymbols.end() ? found->size() : 1);
    }

    void directive()
    {
        m_isLineStart = false;
        m_isInDirective = true;
        std::size_t length = 1;
        while (peek(length) == ' ' || peek(length) == '\t')
            ++length;
        const std::size_t begin = length;
        while (isNamePart(peek(length)))
            ++length;
        const bool isInclude = m_source.substr(m_at + begin, length - begin).starts_with("include");
        add(Kind::Directive, length);
        while (peek() == ' ' || peek() == '\t')
            advance();
        const char open = peek();
        if (!isInclude || (open != '<' && open != '"'))
            return;
        const std::string_view line = m_source.substr(m_at, lineLength());
        const std::size_t close = line.find(open == '<' ? '>' : '"', 1);
        if (close != std::string_view::npos)
            add(Kind::Header, close + 1);
    }

    std::string_view m_source;
    std::size_t m_at = 0;
    int m_line = 1;
    bool m_isLineStart = true;
    bool m_isInDirective = false;
    std::vector<CppToken> m_tokens;
};

} // namespace

std::vector<CppToken> cppTokens(std::string_view source)
{
    return CppLexer(source).tokens();
}

std::string contentOf(const CppToken &token)
{
    if (token.kind == CppToken::Kind::Header)
        return std::string(token.text.substr(1, token.text.size() - 2));
    if (token.kind != CppToken::Kind::Text)
        return std::string(token.text);
    const std::size_t quote = token.text.find('"');
    std::string_view quoted = token.text.substr(quote + 1);
    const std::size_t closing = token.problem.empty() ? 1 : 0;
    quoted.remove_suffix(std::min(closing, quoted.size()));
    if (quote > 0 && token.text[quote - 1] == 'R') {
        const std::size_t tag = quoted.find('(');
        quoted = quoted.substr(std::min(tag + 1, quoted.size()));
        quoted.remove_suffix(token.problem.empty() ? tag + 1 : 0);
        return std::string(quoted);
    }
    std::string content;
    for (std::size_t at = 0; at < quoted.size(); ++at) {
        at += quoted[at] == '\\' ? 1 : 0;
        if (at < quoted.size())
            content += quoted[at];
    }
    return content;
}

} // namespace loupe
