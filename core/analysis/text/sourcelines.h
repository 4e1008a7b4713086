// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// How a language writes comments.
enum class CommentStyle {
    None,
    Python, ///< # to the end of the line
    C,      ///< // to the end of the line, /* … */ across lines
};

/// "python" and "triton" write as Python does; "cpp", "c" and "cuda" as C does.
CommentStyle commentStyleOf(std::string_view language);

/// The lines without their line breaks ("\n" or "\r\n"); a break at the end opens no further line.
std::vector<std::string_view> linesOf(std::string_view text);

/// The lines with their comments taken out; quoted text stays, whatever is in it.
std::vector<std::string> withoutComments(const std::vector<std::string_view> &lines,
                                         CommentStyle style);

/// Where the tests begin that a suite keeps in one file with the code, behind a line of a hundred
/// or more '#': the place (from 0) of that line; the count of lines where there is none.
int firstTestLine(const std::vector<std::string_view> &lines);

} // namespace loupe
