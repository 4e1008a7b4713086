// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace loupe {

/// Token of a Python source.
struct PythonToken {
    enum class Kind {
        Indent,  ///< start of a logical line, at `column`
        LineEnd, ///< end of a logical line
        Word,    ///< name or keyword
        Number,
        String,   ///< with its prefix and quotes
        Operator, ///< also brackets, commas and colons
        Comment,
        Problem, ///< invalid Python, as `problem` describes it
        End,
    };
    Kind kind = Kind::End;
    std::string_view text; ///< in the source; empty of an Indent, a LineEnd and the End
    int line = 1;
    int column = 0; ///< of an Indent; a tab advances to the next multiple of 8
    std::string_view problem;

    /// Returns true for a word or an operator with this text.
    bool is(std::string_view wanted) const
    {
        return text == wanted && (kind == Kind::Word || kind == Kind::Operator);
    }

    /// Returns the change of the depth of brackets: 1 for an opening bracket, -1 for a closing one.
    int depthChange() const;
};

/// Lexer of Python sources. Skips empty lines and line joins. Within brackets, lines have neither
/// indentation nor an end. Text that is not Python still gives tokens.
class PythonTokens
{
public:
    /// To continue a text in the next one, pass the openString() of its lexer: this source then
    /// begins within that string.
    explicit PythonTokens(std::string_view source, std::string_view openString = {});

    PythonToken next();

    /// Returns the quotes of a string that goes on after the end of the source; empty if none does.
    std::string_view openString() const { return m_quotes; }

private:
    PythonToken made(PythonToken::Kind kind, std::size_t from) const;
    PythonToken problem(std::string_view what, std::size_t from) const;
    bool isAtEnd() const { return m_at >= m_source.size(); }
    char at(std::size_t ahead) const;
    bool isNewline() const;
    void passNewline();
    bool passSpace(PythonToken &end);
    bool beginLine(PythonToken &indent);
    PythonToken comment();
    PythonToken word();
    PythonToken number();
    PythonToken quoted(std::size_t from);
    PythonToken string(std::size_t from);
    PythonToken symbol();

    std::string_view m_source;
    std::string_view m_quotes; ///< of the string that is read
    std::size_t m_at = 0;
    int m_line = 1;
    int m_depth = 0; ///< of brackets
    bool m_isLineStart;
};

/// Returns all tokens of a source, and the End.
std::vector<PythonToken> pythonTokens(std::string_view source);

/// Parts of a String.
struct PythonStringParts {
    std::string_view prefix;
    std::string_view quotes; ///< one or three
    std::string_view content;

    bool isRaw() const { return prefix.find_first_of("rR") != std::string_view::npos; }
    bool isFormatted() const { return prefix.find_first_of("fF") != std::string_view::npos; }
};

/// Splits the text of a String, which has both quotes.
PythonStringParts stringParts(std::string_view text);

/// Returns the code within the content of a formatted string: its expressions in braces, and those
/// of their formats.
std::vector<std::string_view> placeholdersIn(std::string_view content);

} // namespace loupe
