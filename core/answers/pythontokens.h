// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace loupe {

/// A word of a Python source.
struct PythonToken {
    enum class Kind {
        Indent,  ///< a logical line begins, at `column`
        LineEnd, ///< a logical line ends
        Word,    ///< a name or a keyword
        Number,
        String,
        Operator, ///< brackets, commas and colons, too
        Problem,  ///< nothing of Python's; `text` says what
        End,
    };
    Kind kind = Kind::End;
    std::string_view text;
    int line = 1;
    int column = 0; ///< of an Indent; a tab goes on to the next multiple of 8
};

/// Reads a source token by token. Comments, empty lines and joined lines are passed over.
class PythonTokens
{
public:
    explicit PythonTokens(std::string_view source);

    /// Within brackets lines have neither indentation nor an end.
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
