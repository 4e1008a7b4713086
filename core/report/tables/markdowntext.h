// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace loupe {

/// Text as GitHub's Markdown shows it letter by letter: no emphasis, image, link, entity or HTML
/// comes of it, and no address becomes a link by itself. `more` are characters to escape besides.
std::string markdownText(std::string_view text, std::string_view more = {});

} // namespace loupe
