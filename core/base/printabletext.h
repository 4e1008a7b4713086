// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace loupe {

enum class LineBreaks {
    Marked, ///< the text is one line: a line break or tab in it becomes a mark
    Kept,   ///< the text is a block: line breaks and tabs stay
};

/// Returns untrusted text for display. Characters that would control a terminal, break a line, or
/// reorder or hide text become visible marks. Control characters become their symbols ("␛" for
/// escape, "␊" for a line break). Direction marks, zero-width and other invisible characters become
/// "⟨U+202E⟩", bytes that are not UTF-8 "⟨0x9B⟩". A carriage return before a line break is kept
/// with it. The function is idempotent.
std::string printableText(std::string_view text, LineBreaks breaks = LineBreaks::Marked);

/// Returns equivalent JSON with those characters escaped as "\u202e": programs read the original
/// text, and terminals are not affected.
std::string printableJson(std::string_view json);

} // namespace loupe
