// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/answers/visibletext.h"
#include "core/model/record/extraction.h"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

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
