// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace loupe {

enum class LineBreaks {
    Marked, ///< the text is one line: a line break or tab in it becomes a mark
    Kept,   ///< the text is a block: line breaks and tabs stay
};

/// Text of other people as it is shown: what would steer a terminal, begin a line, reorder or hide
/// letters becomes a visible mark, and everything else stays as it is. Control characters become
/// their pictures ("␛" for the escape character, "␊" for a line break); direction marks, zero-width
/// and other unseen letters become "⟨U+202E⟩", and bytes that are no UTF-8 "⟨0x9B⟩". A carriage
/// return at the end of a line is part of the line break. What comes out comes out the same again.
std::string printableText(std::string_view text, LineBreaks breaks = LineBreaks::Marked);

/// JSON that says the same with those letters as "\u202e": programs read what was there, and a
/// terminal shows nothing else.
std::string printableJson(std::string_view json);

} // namespace loupe
