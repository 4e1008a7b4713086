// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/record/extraction.h"

#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Visible part of an answer.
struct VisibleText {
    /// Ranges in order, none of them empty. Text was cut between two of them; no line continues
    /// across a cut.
    std::vector<ByteRange> ranges;
    /// Position in the content where an unfinished thought began; -1: none.
    std::int64_t openThought = -1;
};

/// Returns the text without thoughts (<think>…</think>, <|channel>thought…<channel|>) and
/// end-of-text tokens. If a thought's start is missing because it was in the prompt, its end cuts
/// all text before it. Of an unfinished thought only the mark is cut; the caller decides about the
/// text after it.
VisibleText visibleText(std::string_view content);

/// Joins the bytes of the ranges, with a line break between two if the first does not end in one.
std::string joined(std::string_view content, const std::vector<ByteRange> &ranges);

/// Returns the bytes of a range of `content`.
std::string_view bytesOf(std::string_view content, ByteRange range);

} // namespace loupe
