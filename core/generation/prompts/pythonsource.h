// SPDX-License-Identifier: Apache-2.0
//
// Reader of literals and statements in a benchmark's Python scripts. Nothing is executed. Nothing
// after the first place that cannot be Python is read.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// String literal with its escapes resolved.
struct PythonLiteral {
    std::string text;
    bool isFormatted = false; ///< f"…": its placeholders are unresolved
    std::size_t end = 0;      ///< offset after the closing quotes
};

/// Returns the literal that starts at `at`, including its prefix; nothing if there is none or it is
/// not closed.
std::optional<PythonLiteral> literalAt(std::string_view source, std::size_t at);

/// Returns all literals in order, including docstrings.
std::vector<PythonLiteral> literalsOf(std::string_view source);

/// Statement or head of a block, without its indentation. It spans lines while brackets or a string
/// are open.
struct PythonStatement {
    std::string_view text;
    std::size_t indent = 0; ///< in columns
    int line = 0;           ///< in the source, from 1
};

/// Returns all statements, without blank lines and comments at their ends. The texts are views into
/// `source`.
std::vector<PythonStatement> statementsOf(std::string_view source);

/// Returns the statements below "def FUNCTION(" of "class CLASS", or of the module if `klass` is
/// empty; none if there is no such function.
std::vector<PythonStatement> functionOf(const std::vector<PythonStatement> &statements,
                                        const std::string &klass, const std::string &function);

/// Implement str.strip() and textwrap.dedent().
std::string stripped(std::string_view text);
std::string dedented(std::string_view text);

} // namespace loupe
