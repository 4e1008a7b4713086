// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/text/sourcelines.h"

#include <span>
#include <string_view>
#include <vector>

namespace loupe {

/// Range of bytes within a line.
struct TextSpan {
    int begin = 0;
    int length = 0;
    friend bool operator==(const TextSpan &, const TextSpan &) = default;
};

/// One side of one row of two texts side by side.
struct RowSide {
    int line = -1; ///< index; -1 for a filler
    /// The differences within the line; if empty on a differing row, the whole line differs.
    std::vector<TextSpan> spans;
    friend bool operator==(const RowSide &, const RowSide &) = default;
};

struct AlignedRow {
    RowSide left;
    RowSide right;
    bool isDifferent = false;
    friend bool operator==(const AlignedRow &, const AlignedRow &) = default;
};

struct AlignmentOptions {
    bool ignoresBlanks = false;
    bool ignoresComments = false;
};

struct AlignedText {
    std::string_view text;
    CommentStyle comments = CommentStyle::None;
};

/// Aligns the lines of two texts: equal ones share a row, changed ones are opposite each other, and
/// fillers complete the shorter side. Swapping the texts swaps the sides.
std::vector<AlignedRow> alignTexts(const AlignedText &left, const AlignedText &right,
                                   const AlignmentOptions &options = {});

/// Returns the share of lines that two texts have in common, 0 to 1. It is twice the number of
/// equal lines in the same order, divided by the lines of both texts. Lines that are empty under
/// `options` are not counted. Two texts without lines share everything. Swapping the texts changes
/// nothing.
double sharedLines(const AlignedText &left, const AlignedText &right,
                   const AlignmentOptions &options = {});

/// The differences between two lines, by words and, within a changed word, by characters. Both
/// sides are empty if too little is alike for useful marks.
struct LineDifference {
    std::vector<TextSpan> left;
    std::vector<TextSpan> right;
    double likeness = 0; ///< 0 to 1: share of the words' bytes that is equal
};
LineDifference compareLines(std::string_view left, std::string_view right);

/// Two texts side by side. Both panes have the same number of rows.
struct AlignedPanes {
    struct Row {
        RowSide side;
        bool isDifferent = false;
        friend bool operator==(const Row &, const Row &) = default;
    };
    struct Block {
        int begin = 0; ///< first row
        int end = 0;   ///< end of the rows, exclusive
        friend bool operator==(const Block &, const Block &) = default;
    };
    std::vector<Row> base;          ///< the text that is compared with the other
    std::vector<Row> other;         ///< no rows without another text
    std::vector<Block> differences; ///< between both texts
};

/// Aligns both texts. The base is marked where it differs from the other.
AlignedPanes alignPanes(const AlignedText &base, const AlignedText &other,
                        const AlignmentOptions &options = {});

} // namespace loupe
