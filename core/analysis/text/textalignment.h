// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/text/sourcelines.h"

#include <span>
#include <string_view>
#include <vector>

namespace loupe {

/// Bytes within a line.
struct TextSpan {
    int begin = 0;
    int length = 0;
    friend bool operator==(const TextSpan &, const TextSpan &) = default;
};

/// One side of one row of two texts side by side.
struct RowSide {
    int line = -1; ///< from 0; -1: a filler
    /// What differs within the line; empty on a row that differs: all of it.
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

/// The lines of two texts beside each other: equal ones on one row, changed ones opposite each
/// other, fillers where the other side has more. Exchanging the texts exchanges the sides.
std::vector<AlignedRow> alignTexts(const AlignedText &left, const AlignedText &right,
                                   const AlignmentOptions &options = {});

/// What differs between two lines, by words and, within a changed word, by characters; nothing on
/// either side where so little is alike that marks would only confuse.
struct LineDifference {
    std::vector<TextSpan> left;
    std::vector<TextSpan> right;
    double likeness = 0; ///< 0 to 1: share of the words' bytes that is alike
};
LineDifference compareLines(std::string_view left, std::string_view right);

} // namespace loupe
