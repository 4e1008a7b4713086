// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace loupe {

/// The text (UTF-8) with every character escaped that LaTeX would read as a command; control
/// characters become blanks. What pdflatex cannot set without a package of its own, as Greek or
/// Chinese, is named by its code, "[U+4E2D]"; a byte that is not UTF-8 becomes "?".
std::string latexText(std::string_view text);

} // namespace loupe
