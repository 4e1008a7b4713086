// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Comment syntax of a language.
enum class CommentStyle {
    None,
    Python, ///< # to the end of the line
    C,      ///< // to the end of the line, /* … */ across lines
};

/// Returns the style of Python for "python" and "triton", and that of C for "cpp", "c" and "cuda".
CommentStyle commentStyleOf(std::string_view language);

/// Returns the lines without their line breaks ("\n" or "\r\n"); a trailing break makes no further
/// line.
std::vector<std::string_view> linesOf(std::string_view text);

/// Returns the lines of a text without its comments and the blanks before them.
std::vector<std::string> linesWithoutComments(std::string_view text, CommentStyle style);

/// Returns the index of the line of a hundred or more '#' after which a suite's file has its tests;
/// the number of lines if there is none.
int firstTestLine(const std::vector<std::string_view> &lines);

} // namespace loupe
