// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace loupe {

/// Escapes a text so that GitHub's Markdown shows it literally: no emphasis, image, link, entity,
/// HTML or automatic link. `more` has further characters to escape.
std::string markdownText(std::string_view text, std::string_view more = {});

enum class Apostrophes { Kept, Escaped };

/// Escapes a text for an element or a double-quoted attribute of HTML or XML.
std::string markupText(std::string_view text, Apostrophes apostrophes = Apostrophes::Kept);

} // namespace loupe
