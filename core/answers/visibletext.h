// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/extraction.h"

#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// The part of an answer that is meant to be seen.
struct VisibleText {
    /// In their order, none of them empty. Between two of them something was cut; no line goes on
    /// across it.
    std::vector<ByteRange> ranges;
    /// Behind the first of these bytes a thought began that never ended; -1: none did.
    std::int64_t openThought = -1;
};

/// Without thoughts that stand in the text, <think>…</think> and <|channel>thought…<channel|>, and
/// without end-of-text tokens. The end of a thought whose beginning is missing, because it was part
/// of the prompt, cuts all before it. Of a thought that never ends only the mark is cut: whether
/// what follows is an answer is for the caller to say.
VisibleText visibleText(std::string_view content);

/// The bytes of the ranges, with a line break between two where the first does not end in one.
std::string joined(std::string_view content, const std::vector<ByteRange> &ranges);

/// The bytes of a range of `content`.
std::string_view bytesOf(std::string_view content, ByteRange range);

} // namespace loupe
