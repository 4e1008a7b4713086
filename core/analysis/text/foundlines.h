// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Treatment of the case of ASCII letters in a search; other letters are always matched.
enum class LetterCase { Ignored, Matched };

/// Line of a text that contains the searched words.
struct FoundLine {
    int line = 0;          ///< from 1
    std::size_t at = 0;    ///< byte offset of the first place in `text`
    std::string_view text; ///< without its line break
    friend bool operator==(const FoundLine &, const FoundLine &) = default;
};

/// Returns the first `limit` lines that contain `words` literally. Each line is returned once.
/// Empty words, and words with a line break, are in no line.
std::vector<FoundLine> findLines(std::string_view text, std::string_view words, LetterCase letters,
                                 std::size_t limit);

/// Returns the line for a list: without blanks at both ends, and at most `maxBytes` around the
/// found place. "…" stands for what is left out.
std::string excerptOf(const FoundLine &found, std::size_t maxBytes);

} // namespace loupe
