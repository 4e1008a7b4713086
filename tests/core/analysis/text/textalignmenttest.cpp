// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/text/textalignment.h"

#include "core/analysis/text/textdiff.h"

#include <algorithm>
#include <random>
#include <string>

#include <gtest/gtest.h>

namespace loupe::test {

namespace {

std::string joined(const std::vector<std::string> &lines)
{
    std::string out;
    for (const std::string &line : lines)
        out += line + "\n";
    return out;
}

using Spans = std::vector<TextSpan>;

/// Returns the lines that one side shows, in order.
template <typename Rows, typename Line>
std::vector<int> shownLines(const Rows &rows, Line line)
{
    std::vector<int> out;
    for (const auto &row : rows) {
        if (line(row) >= 0)
            out.push_back(line(row));
    }
    return out;
}

std::vector<int> upTo(int count)
{
    std::vector<int> out;
    for (int i = 0; i < count; ++i)
        out.push_back(i);
    return out;
}

/// Returns a kernel as models write it: few kinds of lines, some changed by a word.
std::string randomSource(std::mt19937 &random, int lines)
{
    static const std::vector<std::string> kinds{"x = tl.load(x_ptr + cols)",
                                                "",
                                                "    return y",
                                                "# a comment",
                                                "y = x * {} + eps",
                                                "tl.store(y_ptr + cols, y, mask=cols < {})",
                                                "    mean = tl.sum(x, 0) / {}"};
    std::string out;
    for (int i = 0; i < lines; ++i) {
        std::string line = kinds[random() % kinds.size()];
        if (const std::size_t at = line.find("{}"); at != std::string::npos)
            line.replace(at, 2, std::to_string(random() % 5));
        out += line + "\n";
    }
    return out;
}

} // namespace

TEST(TextAlignment, AlignsAddedAndChangedLines)
{
    const std::string before = joined({"row = 0", "cols = 1", "x = tl.load(p + cols)", "end"});
    const std::string after
        = joined({"row = 0", "cols = 1", "mask = cols < n", "x = tl.load(p + cols, mask)", "end"});
    const auto rows = alignTexts({before}, {after});
    ASSERT_EQ(rows.size(), 5U);
    EXPECT_EQ(rows[1], (AlignedRow{{1, {}}, {1, {}}, false}));
    EXPECT_EQ(rows[2], (AlignedRow{{-1, {}}, {2, {}}, true}));
    EXPECT_EQ(rows[3].left.line, 2);
    EXPECT_EQ(rows[3].right.line, 3);
    EXPECT_TRUE(rows[3].isDifferent);
    EXPECT_TRUE(rows[3].left.spans.empty());
    EXPECT_EQ(rows[3].right.spans, (Spans{{20, 6}})); // ", mask"
    EXPECT_FALSE(rows[4].isDifferent);
}

TEST(TextAlignment, IdenticalTextsHaveNoChange)
{
    std::mt19937 random(3);
    for (int round = 0; round < 20; ++round) {
        const std::string text = randomSource(random, round * 3);
        for (const AlignedRow &row : alignTexts({text}, {text})) {
            EXPECT_EQ(row.left.line, row.right.line);
            EXPECT_FALSE(row.isDifferent);
        }
    }
}

TEST(TextAlignment, IsCompleteOrderedAndSymmetric)
{
    std::mt19937 random(5);
    for (int round = 0; round < 200; ++round) {
        const std::string left = randomSource(random, static_cast<int>(random() % 40));
        const std::string right = randomSource(random, static_cast<int>(random() % 40));
        const AlignmentOptions options{random() % 2 == 0, random() % 2 == 0};
        const AlignedText a{left, CommentStyle::Python};
        const AlignedText b{right, CommentStyle::Python};
        const auto rows = alignTexts(a, b, options);
        const auto lefts = linesOf(left);
        const auto rights = linesOf(right);
        EXPECT_EQ(shownLines(rows, [](const AlignedRow &row) { return row.left.line; }),
                  upTo(static_cast<int>(lefts.size())));
        EXPECT_EQ(shownLines(rows, [](const AlignedRow &row) { return row.right.line; }),
                  upTo(static_cast<int>(rights.size())));
        for (const AlignedRow &row : rows) {
            EXPECT_TRUE(row.left.line >= 0 || row.right.line >= 0);
            const bool isEqual = row.left.line >= 0 && row.right.line >= 0
                && lefts[static_cast<std::size_t>(row.left.line)]
                    == rights[static_cast<std::size_t>(row.right.line)];
            if (isEqual || !(options.ignoresBlanks || options.ignoresComments)) {
                EXPECT_EQ(row.isDifferent, !isEqual);
            }
        }
        auto exchanged = alignTexts(b, a, options);
        for (AlignedRow &row : exchanged)
            std::swap(row.left, row.right);
        EXPECT_EQ(rows, exchanged);
    }
}

TEST(TextAlignment, BlanksAndCommentsAreIgnoredOnDemand)
{
    const std::string before = joined({"x=1  # one", "", "s = '# no comment'", "y = 2"});
    const std::string after = joined({"x = 1", "s = '# no comment'", "# two", "y = 2"});
    const auto differences = [&](const AlignmentOptions &options) {
        const auto rows
            = alignTexts({before, CommentStyle::Python}, {after, CommentStyle::Python}, options);
        return std::ranges::count_if(rows, [](const AlignedRow &row) { return row.isDifferent; });
    };
    EXPECT_EQ(differences({}), 3);
    EXPECT_EQ(differences({false, true}), 1);
    EXPECT_EQ(differences({true, true}), 0);
    const std::string c = joined({"int x; /* a", "b */ int y; // c", "s = \"/* no */\";"});
    EXPECT_EQ(linesWithoutComments(c, CommentStyle::C),
              (std::vector<std::string>{"int x;", " int y;", "s = \"/* no */\";"}));
    const std::string separators = joined({"n = 1'000; // c", "/* d\r", "e */ f"});
    EXPECT_EQ(linesWithoutComments(separators, CommentStyle::C),
              (std::vector<std::string>{"n = 1'000;", "", " f"}));
    const std::string python = joined({"s = '''", "# text", "''' # comment", "t = 'a\\'#' # b"});
    EXPECT_EQ(linesWithoutComments(python, CommentStyle::Python),
              (std::vector<std::string>{"s = '''", "# text", "'''", "t = 'a\\'#'"}));
}

TEST(TextAlignment, WithinALineWordsAndThenCharactersAreMarked)
{
    const LineDifference words = compareLines("y = x * 2 + eps", "y = x * 2 + eps + bias");
    EXPECT_TRUE(words.left.empty());
    EXPECT_EQ(words.right, (Spans{{15, 7}}));
    const LineDifference characters = compareLines("load(x_ptr, n)", "load(x_pointer, n)");
    EXPECT_EQ(characters.left, (Spans{{8, 1}}));  // x_p·t·r
    EXPECT_EQ(characters.right, (Spans{{8, 5}})); // x_p·ointe·r
    const LineDifference beyondAscii = compareLines("a = \"é\"", "a = \"è\"");
    EXPECT_EQ(beyondAscii.left, (Spans{{5, 2}})); // never half a character
    EXPECT_EQ(beyondAscii.right, (Spans{{5, 2}}));
    const LineDifference unlike = compareLines("import torch", "y = x[i] + 2 * z;");
    EXPECT_TRUE(unlike.left.empty() && unlike.right.empty());
    EXPECT_LT(unlike.likeness, 0.3);
}

TEST(TextAlignment, MatchesAreEqualAndAscending)
{
    std::mt19937 random(17);
    for (int round = 0; round < 60; ++round) {
        const int kinds = 2 + static_cast<int>(random() % 400);
        const auto sequence = [&] {
            std::vector<int> out(random() % (round < 50 ? 60U : 4000U));
            for (int &each : out)
                each = static_cast<int>(random() % static_cast<unsigned>(kinds));
            return out;
        };
        const std::vector<int> left = sequence();
        const std::vector<int> right = sequence();
        std::pair<int, int> last{-1, -1};
        const auto matches = matchSequences(left, right);
        for (const auto &[i, j] : matches) {
            EXPECT_GT(i, last.first);
            EXPECT_GT(j, last.second);
            EXPECT_EQ(left[static_cast<std::size_t>(i)], right[static_cast<std::size_t>(j)]);
            last = {i, j};
        }
        if (round >= 50)
            continue;
        // Length of the longest common subsequence, by dynamic programming.
        std::vector<std::vector<int>> table(left.size() + 1, std::vector<int>(right.size() + 1));
        for (std::size_t i = 1; i <= left.size(); ++i) {
            for (std::size_t j = 1; j <= right.size(); ++j)
                table[i][j] = left[i - 1] == right[j - 1]
                    ? table[i - 1][j - 1] + 1
                    : std::max(table[i - 1][j], table[i][j - 1]);
        }
        // Taking equal heads and tails first does not shorten the match.
        EXPECT_EQ(static_cast<int>(matches.size()), table.back().back());
    }
}

TEST(AlignedPanes, BothPanesHaveTheSameRowsAndAllOfTheirLines)
{
    std::mt19937 random(23);
    for (int round = 0; round < 100; ++round) {
        const std::string base = randomSource(random, static_cast<int>(random() % 30));
        const std::string other = randomSource(random, static_cast<int>(random() % 30));
        const AlignedPanes panes = alignPanes({base}, {other});
        const auto lineOf = [](const AlignedPanes::Row &row) { return row.side.line; };
        const auto count
            = [](const std::string &text) { return static_cast<int>(linesOf(text).size()); };
        EXPECT_EQ(panes.other.size(), panes.base.size());
        EXPECT_EQ(shownLines(panes.base, lineOf), upTo(count(base)));
        EXPECT_EQ(shownLines(panes.other, lineOf), upTo(count(other)));
        int rows = 0;
        for (const auto &[begin, end] : panes.differences) {
            EXPECT_LT(begin, end);
            rows += end - begin;
        }
        EXPECT_EQ(rows, std::ranges::count_if(panes.base, [](const AlignedPanes::Row &row) {
                      return row.isDifferent;
                  }));
    }
}

TEST(TextAlignment, SharedLinesAreTwiceTheCommonOnesByAll)
{
    const auto shared = [](std::string_view left, std::string_view right,
                           const AlignmentOptions &options = {}) {
        return sharedLines({left, CommentStyle::Python}, {right, CommentStyle::Python}, options);
    };
    EXPECT_DOUBLE_EQ(shared("a\nb\nc\n", "a\nb\nc\n"), 1);
    EXPECT_DOUBLE_EQ(shared("a\nb\n", "x\ny\n"), 0);
    EXPECT_DOUBLE_EQ(shared("a\nb\nc\n", "a\nc\nd\n"), 4.0 / 6);
    EXPECT_DOUBLE_EQ(shared("a\n", "a\nb\nc\n"), 0.5);
    EXPECT_DOUBLE_EQ(shared("a\n\n\nb\n", "a\n\nx\n"), 0.5); // blank lines are not counted
    EXPECT_DOUBLE_EQ(shared("b\na\n", "a\nb\n"), 0.5);       // the order counts
    EXPECT_DOUBLE_EQ(shared("", "\n"), 1);
    EXPECT_DOUBLE_EQ(shared("", "a\n"), 0);
    const AlignmentOptions lenient{.ignoresBlanks = true, .ignoresComments = true};
    EXPECT_DOUBLE_EQ(shared("a = 1\n# one\n", "a=1\n# other\n# third\n", lenient), 1);
    EXPECT_DOUBLE_EQ(shared("a = 1\n# one\n", "a=1\n# other\n# third\n"), 0);
}

TEST(TextAlignment, SharedLinesAreTheRowsWithoutADifference)
{
    std::mt19937 random(11);
    for (int round = 0; round < 100; ++round) {
        const std::string left = randomSource(random, static_cast<int>(random() % 40));
        const std::string right = randomSource(random, static_cast<int>(random() % 40));
        const auto isFilled = [](std::string_view line) { return !line.empty(); };
        const auto lines = linesOf(left);
        const auto others = linesOf(right);
        const auto all
            = std::ranges::count_if(lines, isFilled) + std::ranges::count_if(others, isFilled);
        std::ptrdiff_t same = 0;
        for (const AlignedRow &row : alignTexts({left}, {right})) {
            if (row.left.line >= 0 && row.right.line >= 0 && !row.isDifferent
                && isFilled(lines[static_cast<std::size_t>(row.left.line)]))
                ++same;
        }
        const double expected
            = all == 0 ? 1 : 2 * static_cast<double>(same) / static_cast<double>(all);
        EXPECT_DOUBLE_EQ(sharedLines({left}, {right}), expected);
        EXPECT_DOUBLE_EQ(sharedLines({right}, {left}), expected);
    }
}

TEST(SourceLines, TestsFollowTheSeparator)
{
    const std::string source = "code\n#####\n" + std::string(146, '#') + "\r\ntest\n";
    const auto lines = linesOf(source);
    EXPECT_EQ(lines.size(), 4U);
    EXPECT_EQ(firstTestLine(lines), 2);
    EXPECT_EQ(firstTestLine(linesOf("code\n")), 1);
    EXPECT_EQ(commentStyleOf("triton"), CommentStyle::Python);
    EXPECT_EQ(commentStyleOf("cuda"), CommentStyle::C);
    EXPECT_EQ(commentStyleOf("ptx"), CommentStyle::None);
}

} // namespace loupe::test
