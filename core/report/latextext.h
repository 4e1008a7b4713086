// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace loupe {

/// The text with every character escaped that LaTeX would read as a command; control characters
/// become blanks.
std::string latexText(std::string_view text);

} // namespace loupe
