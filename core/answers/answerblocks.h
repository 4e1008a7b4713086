// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/answers/visibletext.h"
#include "core/model/extraction.h"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// A part of an answer that may be a program.
struct AnswerBlock {
    std::vector<ByteRange> ranges; ///< of the content; empty where nothing stands in the fences
    std::string info;              ///< what follows the opening fence: "python", "cpp"
    bool isClosed = true;
};

/// Ways to tell blocks apart, in the order in which they are tried.
enum class Segmentation {
    /// By lines that are a fence. One with an info string always opens, and closes what is open;
    /// a bare one closes, or opens where nothing is open. A fence of another kind, or shorter than
    /// the one that opened, is part of the block, as CommonMark says.
    Lines,
    /// The same, but a fence within a Python string of several lines is part of the string.
    Strings,
    /// From one "```" to the next, wherever they stand.
    Pairs,
    /// What stands before the first fence: an answer that only closes.
    Before,
    /// All of a text without a fence.
    Whole,
};

inline constexpr std::array allSegmentations{Segmentation::Lines, Segmentation::Strings,
                                             Segmentation::Pairs, Segmentation::Before,
                                             Segmentation::Whole};

std::string_view name(Segmentation segmentation); ///< "lines", "strings" …

/// The blocks in their order.
std::vector<AnswerBlock> answerBlocks(std::string_view content, const VisibleText &visible,
                                      Segmentation segmentation);

} // namespace loupe
