// SPDX-License-Identifier: Apache-2.0
#include "core/integrity/cpplexer.h"

#include <algorithm>
#include <cctype>
#include <utility>

namespace loupe {
namespace {

bool isNameStart(char letter)
{
    return std::isalpha(static_cast<unsigned char>(letter)) != 0 || letter == '_';
}

bool isNamePart(char letter)
{
    return isNameStart(letter) || std::isdigit(static_cast<unsigned char>(letter)) != 0;
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
    char peek(std::size_t ahead = 0) const
    {
        return m_at + ahead < m_source.size() ? m_source[m_at + ahead] : '\0';
    }

    void advance(std::size_t count = 1)
    {
        for (; count > 0 && m_at < m_source.size(); --count, ++m_at) {
            if (m_source[m_at] == '\n') {
                ++m_line;
                m_lineStart = true;
            }
        }
    }

    bool startsWith(std::string_view text) const { return m_source.substr(m_at).starts_with(text); }

    void add(CppToken::Kind kind, std::string text, int line)
    {
        if (m_skipping == 0)
            m_tokens.push_back({kind, std::move(text), line});
    }

    void step()
    {
        const char letter = peek();
        if (std::isspace(static_cast<unsigned char>(letter)) != 0) {
            advance();
        } else if (startsWith("\\\n")) {
            advance(2);
        } else if (startsWith("//")) {
            skipLine();
        } else if (startsWith("/*")) {
            const std::size_t end = m_source.find("*/", m_at + 2);
            advance(end == std::string_view::npos ? m_source.size() : end + 2 - m_at);
        } else if (letter == '#' && m_lineStart) {
            directive();
        } else {
            m_lineStart = false;
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
            text(letter);
        else
            symbol();
    }

    void name()
    {
        const std::size_t begin = m_at;
        const int line = m_line;
        while (isNamePart(peek()))
            advance();
        const std::string_view found = m_source.substr(begin, m_at - begin);
        if (peek() == '"' && found.ends_with('R'))
            rawText();
        else
            add(CppToken::Kind::Name, std::string(found), line);
    }

    void number()
    {
        const std::size_t begin = m_at;
        while (isNamePart(peek()) || peek() == '.' || peek() == '\'')
            advance();
        add(CppToken::Kind::Number, std::string(m_source.substr(begin, m_at - begin)), m_line);
    }

    void text(char quote)
    {
        const int line = m_line;
        std::string content;
        advance();
        while (m_at < m_source.size() && peek() != quote && peek() != '\n') {
            if (peek() == '\\')
                advance();
            content += peek();
            advance();
        }
        advance();
        if (quote == '"')
            add(CppToken::Kind::Text, std::move(content), line);
    }

    void rawText()
    {
        const int line = m_line;
        const std::size_t open = m_source.find('(', m_at);
        if (open == std::string_view::npos)
            return advance(m_source.size());
        const std::string delimiter(m_source.substr(m_at + 1, open - m_at - 1));
        const std::string closing = ")" + delimiter + "\"";
        const std::size_t end = m_source.find(closing, open);
        const std::size_t stop = end == std::string_view::npos ? m_source.size() : end;
        add(CppToken::Kind::Text, std::string(m_source.substr(open + 1, stop - open - 1)), line);
        advance(stop + closing.size() - m_at);
    }

    void symbol()
    {
        for (const std::string_view whole : {"<<<", ">>>", "::"}) {
            if (startsWith(whole)) {
                add(CppToken::Kind::Symbol, std::string(whole), m_line);
                return advance(whole.size());
            }
        }
        add(CppToken::Kind::Symbol, std::string(1, peek()), m_line);
        advance();
    }

    void skipLine()
    {
        while (m_at < m_source.size() && peek() != '\n')
            advance(startsWith("\\\n") ? 2 : 1);
    }

    void directive()
    {
        const int line = m_line;
        const std::size_t begin = m_at + 1;
        skipLine();
        std::string_view said = m_source.substr(begin, m_at - begin);
        said.remove_prefix(std::min(said.find_first_not_of(" \t"), said.size()));
        if (m_skipping > 0) {
            skippedDirective(said);
        } else if (said.starts_with("if") && said.find_first_not_of("if \t") == said.find('0')
                   && said.find('0') != std::string_view::npos) {
            m_skipping = 1;
        } else if (said.starts_with("include")) {
            const std::size_t open = said.find_first_of("<\"");
            const std::size_t close = said.find_last_of(">\"");
            if (open != std::string_view::npos && close > open)
                add(CppToken::Kind::Include, std::string(said.substr(open + 1, close - open - 1)),
                    line);
        } else if (said.starts_with("define")) {
            // A macro's body is code wherever it is used, so it is read here.
            const std::size_t name = said.find_first_not_of(" \t", 6);
            const std::size_t body = said.find_first_of(" \t", name);
            if (body != std::string_view::npos) {
                for (CppToken &token : CppLexer(said.substr(body)).tokens())
                    add(token.kind, std::move(token.text), line);
            }
        }
    }

    void skippedDirective(std::string_view said)
    {
        if (said.starts_with("if"))
            ++m_skipping;
        else if (said.starts_with("endif"))
            --m_skipping;
        else if (m_skipping == 1 && (said.starts_with("else") || said.starts_with("elif")))
            m_skipping = 0;
    }

    std::string_view m_source;
    std::size_t m_at = 0;
    int m_line = 1;
    bool m_lineStart = true;
    int m_skipping = 0; ///< depth of conditionals inside one that is false
    std::vector<CppToken> m_tokens;
};

} // namespace

std::vector<CppToken> cppTokens(std::string_view source)
{
    return CppLexer(source).tokens();
}

} // namespace loupe
