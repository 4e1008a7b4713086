// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace loupe {

/// Token of a Python source.
struct PythonToken {
    enum class Kind {
        Indent,  ///< start of a logical line, at `column`
        LineEnd, ///< end of a logical line
        Word,    ///< name or keyword
        Number,
        String,
        Operator, ///< also brackets, commas and colons
        Problem,  ///< invalid Python; `text` describes it
        End,
    };
    Kind kind = Kind::End;
    std::string_view text;
    int line = 1;
    int column = 0; ///< of an Indent; a tab advances to the next multiple of 8
};

/// Tokenizer of Python sources. Skips comments, empty lines and line joins.
class PythonTokens
{
public:
    explicit PythonTokens(std::string_view source);

    /// Returns the next token. Within brackets, lines have neither indentation nor an end.
    PythonToken next(bool isInBrackets);

private:
    PythonToken made(PythonToken::Kind kind, std::size_t from) const;
    PythonToken problem(std::string_view what) const;
    bool isAtEnd() const { return m_at >= m_source.size(); }
    char at(std::size_t ahead) const;
    bool isNewline() const;
    void passNewline();
    void passComment();
    bool passSpace(bool isInBrackets, PythonToken &end);
    bool beginLine(PythonToken &indent);
    PythonToken word();
    PythonToken number();
    PythonToken string(std::size_t from);
    PythonToken symbol();

    std::string_view m_source;
    std::size_t m_at = 0;
    int m_line = 1;
    bool m_isLineStart = true;
};

} // namespace loupe
