// SPDX-License-Identifier: Apache-2.0
//
// What is read of a benchmark's own scripts: texts and statements, as they are written. Nothing of
// them is run.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// A string literal: its text with its escapes read, and where it ends.
struct PythonLiteral {
    std::string text;
    bool isFormatted = false; ///< f"…": places are still in it
    std::size_t end = 0;      ///< behind its closing quotes
};

/// The literal that begins at this place, prefix included; nothing where none does or it is not
/// closed.
std::optional<PythonLiteral> literalAt(std::string_view source, std::size_t at);

/// All literals in their order, those of docstrings included.
std::vector<PythonLiteral> literalsOf(std::string_view source);

/// A statement, or the head of a block: without its indentation, over several lines where brackets
/// or a string are open.
struct PythonStatement {
    std::string_view text;
    std::size_t indent = 0;
    int line = 0; ///< in the source, from 1 on
};

/// Without blank lines and comments. The texts are parts of `source`.
std::vector<PythonStatement> statementsOf(std::string_view source);

/// The statements below "def FUNCTION(" of "class CLASS", or of the module where `klass` is empty;
/// none where there is no such function.
std::vector<PythonStatement> functionOf(const std::vector<PythonStatement> &statements,
                                        const std::string &klass, const std::string &function);

/// str.strip() and textwrap.dedent().
std::string stripped(std::string_view text);
std::string dedented(std::string_view text);

} // namespace loupe
