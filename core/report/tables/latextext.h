// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace loupe {

/// Escapes LaTeX's special characters in a text (UTF-8); control characters become blanks.
/// Characters that pdflatex cannot set without a package, such as Greek or Chinese, become their
/// code, "[U+4E2D]". A byte that is not UTF-8 becomes "?".
std::string latexText(std::string_view text);

} // namespace loupe
