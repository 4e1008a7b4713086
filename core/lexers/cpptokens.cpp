// SPDX-License-Identifier: Apache-2.0
#include "core/lexers/cpptokens.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
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

/// Returns the length of a backslash and line break at `at`, which join two lines; 0 for other
/// text. Compilers allow blanks between the two.
std::size_t lineJoin(std::string_view source, std::size_t at)
{
    if (source[at] != '\\')
        return 0;
    const std::size_t end = source.find_first_not_of(" \t\v\f\r", at + 1);
    return end != std::string_view::npos && source[end] == '\n' ? end + 1 - at : 0;
}

/// Source in which lines that end with a backslash are joined with the next ones.
struct JoinedLines {
    std::shared_ptr<const std::string> text;
    std::vector<std::size_t> origins; ///< offset in the source of each character, and of the end
};

/// Joins the lines of a source. Returns nothing if it has none to join.
JoinedLines joinedLines(std::string_view source)
{
    std::size_t at = source.find('\\');
    while (at != std::string_view::npos && lineJoin(source, at) == 0)
        at = source.find('\\', at + 1);
    if (at == std::string_view::npos)
        return {};
    std::string text;
    std::vector<std::size_t> origins;
    at = 0;
    while (at < source.size()) {
        if (const std::size_t join = lineJoin(source, at); join > 0) {
            at += join;
            continue;
        }
        text += source[at];
        origins.push_back(at++);
    }
    origins.push_back(at);
    return {std::make_shared<const std::string>(std::move(text)), std::move(origins)};
}

class CppLexer
{
public:
    explicit CppLexer(std::string_view source)
        : m_source(source)
        , m_joined(joinedLines(source))
        , m_text(m_joined.text ? std::string_view(*m_joined.text) : source)
    {
        passOrigin();
    }

    std::vector<CppToken> tokens()
    {
        while (m_at < m_text.size())
            step();
        return std::move(m_tokens);
    }

private:
    using Kind = CppToken::Kind;

    char peek(std::size_t ahead = 0) const
    {
        return m_at + ahead < m_text.size() ? m_text[m_at + ahead] : '\0';
    }

    bool startsWith(std::string_view text, std::size_t ahead = 0) const
    {
        return m_text.substr(std::min(m_at + ahead, m_text.size())).starts_with(text);
    }

    /// Returns the offset in the source of a character of the text.
    std::size_t originOf(std::size_t at) const
    {
        return m_joined.origins.empty() ? at : m_joined.origins[at];
    }

    /// Counts the lines of the source up to the next character.
    void passOrigin()
    {
        const std::string_view passed = m_source.substr(m_origin, originOf(m_at) - m_origin);
        m_line += static_cast<int>(std::ranges::count(passed, '\n'));
        m_origin += passed.size();
    }

    void advance(std::size_t count)
    {
        m_at += count;
        passOrigin();
    }

    /// Adds the token of the next `length` characters, which are at least one.
    void add(Kind kind, std::size_t length, std::string_view problem = {})
    {
        length = std::min(length, m_text.size() - m_at);
        const std::size_t end = originOf(m_at + length - 1) + 1;
        CppToken token{
            kind,    {}, m_source.substr(m_origin, end - m_origin), m_line, m_isInDirective,
            problem, {}};
        const bool isJoined = token.source.size() != length;
        token.text = isJoined ? m_text.substr(m_at, length) : token.source;
        token.joined = isJoined ? m_joined.text : nullptr;
        m_tokens.push_back(std::move(token));
        advance(length);
    }

    /// Returns the length up to the end of the first `closing` after `from`, or of all text.
    std::size_t lengthTo(std::string_view closing, std::size_t from) const
    {
        const std::size_t end = m_text.find(closing, m_at + from);
        return end == std::string_view::npos ? end : end + closing.size() - m_at;
    }

    void step()
    {
        const char letter = peek();
        if (std::isspace(static_cast<unsigned char>(letter)) != 0) {
            if (letter == '\n')
                endLine();
            advance(1);
        } else if (startsWith("//")) {
            add(Kind::Comment, lineLength());
        } else if (startsWith("/*")) {
            const std::size_t length = lengthTo("*/", 2);
            add(Kind::Comment, length,
                length == std::string_view::npos ? "a comment never ends" : std::string_view());
        } else if (m_isLineStart && (letter == '#' || startsWith("%:"))) {
            directive();
        } else {
            m_isLineStart = false;
            if (!std::exchange(m_takesHeader, false) || !header())
                token(letter);
        }
    }

    void endLine()
    {
        m_isLineStart = true;
        m_isInDirective = false;
        m_isCondition = false;
        m_takesHeader = false;
    }

    void token(char letter)
    {
        // `#if __has_include(<a>)`: nothing else begins so.
        m_takesHeader = m_isCondition && letter == '(';
        if (isNameStart(letter))
            name();
        else if (std::isdigit(static_cast<unsigned char>(letter)) != 0)
            number();
        else if (letter == '"' || letter == '\'')
            quoted(0);
        else
            symbol();
    }

    /// Returns the length of the rest of the line. A line is searched once for its end, however
    /// many of its tokens need it.
    std::size_t lineLength()
    {
        if (m_lineEnd <= m_at)
            m_lineEnd = std::min(m_text.find('\n', m_at), m_text.size());
        return m_lineEnd - m_at;
    }

    void name()
    {
        std::size_t length = 1;
        while (isNamePart(peek(length)))
            ++length;
        const std::string_view found = m_text.substr(m_at, length);
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

    /// Reads a string or character. Its quote follows a prefix of that length.
    void quoted(std::size_t prefix, std::string_view problem = {})
    {
        const char quote = peek(prefix);
        std::size_t length = prefix + 1;
        const auto isOpen = [&] { return m_at + length < m_text.size(); };
        while (isOpen() && peek(length) != quote && peek(length) != '\n')
            length += peek(length) == '\\' ? 2 : 1;
        const bool isClosed = isOpen() && peek(length) == quote;
        if (!isClosed && problem.empty())
            problem = "a string does not end on its line";
        add(quote == '"' ? Kind::Text : Kind::Character, length + (isClosed ? 1 : 0), problem);
    }

    /// Reads R"tag( … )tag". Its quote follows a prefix of that length. Its lines are not joined,
    /// so it is read from the source.
    void rawText(std::size_t prefix)
    {
        // A directive ends with its line all the same.
        const std::size_t limit = originOf(m_isInDirective ? m_at + lineLength() : m_text.size());
        const std::string_view source = m_source.substr(0, limit);
        const std::size_t tag = originOf(m_at + prefix) + 1;
        const std::size_t open = source.substr(tag, maxRawDelimiter + 1).find('(');
        if (open == std::string_view::npos)
            return quoted(prefix, "a raw string has no beginning");
        const std::string closing = ")" + std::string(source.substr(tag, open)) + "\"";
        const std::size_t found = source.find(closing, tag + open);
        const bool isClosed = found != std::string_view::npos;
        const std::size_t end = isClosed ? found + closing.size() : limit;
        const std::vector<std::size_t> &origins = m_joined.origins;
        const auto behind = origins.empty()
            ? end
            : static_cast<std::size_t>(std::ranges::lower_bound(origins, end) - origins.begin());
        add(Kind::Text, behind - m_at, isClosed ? std::string_view() : "a raw string never ends");
        m_tokens.back().text = m_tokens.back().source;
    }

    void symbol()
    {
        constexpr std::array<std::string_view, 3> longSymbols{"<<<", ">>>", "::"};
        const auto *const found = std::ranges::find_if(
            longSymbols, [this](std::string_view each) { return startsWith(each); });
        add(Kind::Symbol, found != longSymbols.end() ? found->size() : 1);
    }

    /// Returns the length up to the end of the blanks and comments after `length`.
    std::size_t behindBlanks(std::size_t length) const
    {
        for (;;) {
            while (peek(length) == ' ' || peek(length) == '\t')
                ++length;
            const std::size_t comment
                = startsWith("/*", length) ? lengthTo("*/", length + 2) : std::string_view::npos;
            if (comment == std::string_view::npos)
                return length;
            length = comment;
        }
    }

    void directive()
    {
        m_isLineStart = false;
        m_isInDirective = true;
        const std::size_t mark = peek() == '#' ? 1 : 2;
        const std::size_t begin = behindBlanks(mark);
        std::size_t length = begin;
        while (isNamePart(peek(length)))
            ++length;
        const std::string_view name = m_text.substr(m_at + begin, length - begin);
        m_takesHeader = name == "include" || name == "import" || name == "include_next";
        m_isCondition = name == "if" || name == "elif";
        add(Kind::Directive, name.empty() ? mark : length);
    }

    /// Reads the file of an #include or __has_include. Returns false if there is none.
    bool header()
    {
        const char open = peek();
        if (open != '<' && (open != '"' || m_isCondition))
            return false;
        const std::string_view line = m_text.substr(m_at, lineLength());
        const std::size_t close = line.find(open == '<' ? '>' : '"', 1);
        if (close == std::string_view::npos) {
            m_isCondition = false; // no other one on this line is closed either
            return false;
        }
        add(Kind::Header, close + 1);
        // Compilers take "//" for a comment there if they skip the condition: what follows on the
        // line must not open a comment that would hide the next lines.
        const bool mayBeComment = m_isCondition && line.substr(0, close).find("//") != line.npos;
        if (mayBeComment && lineLength() > 0)
            add(Kind::Comment, lineLength());
        return true;
    }

    std::string_view m_source;
    JoinedLines m_joined;
    std::string_view m_text; ///< the source with joined lines
    std::size_t m_at = 0;    ///< in `m_text`
    std::size_t m_lineEnd = 0;
    std::size_t m_origin = 0;
    int m_line = 1; ///< at `m_origin`
    bool m_isLineStart = true;
    bool m_isInDirective = false;
    bool m_isCondition = false; ///< in an #if or #elif
    bool m_takesHeader = false; ///< the next token may be a Header
    std::vector<CppToken> m_tokens;
};

/// Returns the character that the digits at the start of `text` stand for, and removes them. Gives
/// a blank for others than visible ASCII, so that the result is text.
char takenDigits(std::string_view &text, int base, std::size_t maxDigits)
{
    unsigned value = 0;
    const std::string_view digits = text.substr(0, maxDigits);
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
    text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()));
    constexpr unsigned first = '!';
    constexpr unsigned last = '~';
    return value < first || value > last ? ' ' : static_cast<char>(value);
}

/// Returns the content between the quotes of a string that is not raw.
std::string withoutEscapes(std::string_view quoted)
{
    constexpr std::string_view controls = "abfnrtv"; // "\n" and its like
    constexpr std::size_t octalDigits = 3;
    std::string content;
    while (!quoted.empty()) {
        const bool isEscape = quoted.front() == '\\';
        quoted.remove_prefix(isEscape ? 1 : 0);
        if (quoted.empty())
            break;
        const char letter = quoted.front();
        if (isEscape && letter >= '0' && letter <= '7') {
            content += takenDigits(quoted, 8, octalDigits);
            continue;
        }
        quoted.remove_prefix(1);
        if (isEscape && letter == 'x')
            content += takenDigits(quoted, 16, quoted.size());
        else
            content += isEscape && controls.find(letter) != controls.npos ? ' ' : letter;
    }
    return content;
}

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
    const bool isRaw = quote > 0 && token.text[quote - 1] == 'R';
    const std::size_t tag = isRaw ? quoted.find('(') : std::string_view::npos;
    const bool isWhole = token.problem.empty();
    if (isWhole || (isRaw && tag == std::string_view::npos && quoted.ends_with('"')))
        quoted.remove_suffix(1);
    if (tag == std::string_view::npos)
        return isRaw ? std::string(quoted) : withoutEscapes(quoted);
    quoted.remove_prefix(tag + 1);
    quoted.remove_suffix(isWhole ? tag + 1 : 0);
    return std::string(quoted);
}

} // namespace loupe
