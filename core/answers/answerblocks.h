// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/record/extraction.h"

#include <array>
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

/// Part of an answer that may be a program.
struct AnswerBlock {
    std::vector<ByteRange> ranges; ///< of the content; empty if the fences enclose nothing
    std::string info;              ///< info string of the opening fence: "python", "cpp"
    bool isClosed = true;
};

/// Methods to separate blocks, in the order of trial.
enum class Segmentation {
    /// By fence lines. A fence with an info string always opens a block, and closes an open one. A
    /// bare fence closes the open block, or opens one. As in CommonMark, a fence of another kind,
    /// or shorter than the opening one, is part of the block.
    Lines,
    /// As Lines, but a fence within a multi-line Python string is part of the string.
    Strings,
    /// From one "```" to the next, at any position.
    Pairs,
    /// The text before the first fence: an answer with only a closing fence.
    Before,
    /// The whole text, if it has no fence.
    Whole,
};

inline constexpr std::array allSegmentations{Segmentation::Lines, Segmentation::Strings,
                                             Segmentation::Pairs, Segmentation::Before,
                                             Segmentation::Whole};

std::string_view name(Segmentation segmentation); ///< "lines", "strings" …

/// Returns the blocks in order.
std::vector<AnswerBlock> answerBlocks(std::string_view content, const VisibleText &visible,
                                      Segmentation segmentation);

} // namespace loupe
