// SPDX-License-Identifier: Apache-2.0

#include "core/analysis/text/textalignment.h"

#include "core/analysis/text/sequencematch.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>

namespace loupe {

namespace {

/// A text split into lines, with the keys used for comparison.
struct Side {
    std::vector<std::string_view> lines;
    std::vector<std::string> keys;
    std::vector<int> ids;
    int filled = 0; ///< lines that are not empty
    int size() const { return static_cast<int>(lines.size()); }
};

Side sideOf(const AlignedText &text, const AlignmentOptions &options,
            std::unordered_map<std::string, int> &names)
{
    Side side;
    side.lines = linesOf(text.text);
    side.keys = linesWithoutComments(text.text,
                                     options.ignoresComments ? text.comments : CommentStyle::None);
    side.ids.reserve(side.keys.size());
    for (std::string &key : side.keys) {
        if (options.ignoresBlanks)
            std::erase_if(key, [](char c) { return c == ' ' || c == '\t'; });
        // Empty lines must not anchor the alignment, so each gets a unique name that matches
        // nothing.
        const bool isEmpty = key.find_first_not_of(" \t") == std::string::npos;
        side.filled += isEmpty ? 0 : 1;
        const std::string name = isEmpty ? "\n" + std::to_string(names.size()) : key;
        side.ids.push_back(names.try_emplace(name, static_cast<int>(names.size())).first->second);
    }
    return side;
}

/// Ranges of lines on both sides (end exclusive) without equal lines.
struct Gap {
    int leftBegin;
    int leftEnd;
    int rightBegin;
    int rightEnd;
    int lefts() const { return leftEnd - leftBegin; }
    int rights() const { return rightEnd - rightBegin; }
};

class Aligner
{
public:
    Aligner(Side left, Side right, const AlignmentOptions &options)
        : m_left(std::move(left))
        , m_right(std::move(right))
        , m_ignoresSome(options.ignoresBlanks || options.ignoresComments)
    {
    }

    std::vector<AlignedRow> align()
    {
        int left = 0;
        int right = 0;
        auto matches = matchSequences(m_left.ids, m_right.ids);
        matches.emplace_back(m_left.size(), m_right.size());
        for (const auto &[nextLeft, nextRight] : matches) {
            fill({left, nextLeft, right, nextRight});
            if (nextLeft < m_left.size() && nextRight < m_right.size())
                m_rows.push_back({{nextLeft, {}}, {nextRight, {}}, false});
            left = nextLeft + 1;
            right = nextRight + 1;
        }
        return std::move(m_rows);
    }

private:
    static std::size_t at(int index) { return static_cast<std::size_t>(index); }
    bool isEmpty(const Side &side, int line) const
    {
        return m_ignoresSome && side.keys[at(line)].empty();
    }

    void fill(const Gap &gap)
    {
        int left = gap.leftBegin;
        int right = gap.rightBegin;
        for (const auto &[i, j] : likePairs(gap)) {
            fillUnlike({left, i, right, j});
            pair(i, j);
            left = i + 1;
            right = j + 1;
        }
        fillUnlike({left, gap.leftEnd, right, gap.rightEnd});
    }

    /// Pairs lines that have little in common, to save space.
    void fillUnlike(const Gap &gap)
    {
        int i = gap.leftBegin;
        int j = gap.rightBegin;
        while (i < gap.leftEnd || j < gap.rightEnd) {
            const bool hasBoth = i < gap.leftEnd && j < gap.rightEnd;
            if (hasBoth && isEmpty(m_left, i) == isEmpty(m_right, j)) {
                pair(i++, j++);
            } else if (i < gap.leftEnd && (!hasBoth || isEmpty(m_left, i))) {
                m_rows.push_back({{i, {}}, {}, !isEmpty(m_left, i)});
                ++i;
            } else {
                m_rows.push_back({{}, {j, {}}, !isEmpty(m_right, j)});
                ++j;
            }
        }
    }

    void pair(int i, int j)
    {
        const bool isEqual = m_left.lines[at(i)] == m_right.lines[at(j)];
        if (isEqual || (isEmpty(m_left, i) && isEmpty(m_right, j))) {
            m_rows.push_back({{i, {}}, {j, {}}, false});
            return;
        }
        LineDifference difference = compareLines(m_left.lines[at(i)], m_right.lines[at(j)]);
        m_rows.push_back({{i, std::move(difference.left)}, {j, std::move(difference.right)}, true});
    }

    /// Empty lines count as unlike, because a match of them means nothing.
    double likenessOf(int i, int j) const
    {
        const auto isBlank = [](std::string_view line) {
            return line.find_first_not_of(" \t") == std::string_view::npos;
        };
        const std::string_view left = m_left.lines[at(i)];
        const std::string_view right = m_right.lines[at(j)];
        return isBlank(left) || isBlank(right) ? 0 : compareLines(left, right).likeness;
    }

    /// Returns the pairs of lines, in order, with the greatest sum of likenesses.
    std::vector<std::pair<int, int>> likePairs(const Gap &gap) const
    {
        constexpr int maxCells = 4096; // for more cells, lines are paired in order
        constexpr double minSimilarity = 0.5;
        const int lefts = gap.lefts();
        const int rights = gap.rights();
        if (lefts == 0 || rights == 0 || lefts > maxCells / rights)
            return {};
        const auto cell = [&](int i, int j) { return at(i) * at(rights + 1) + at(j); };
        std::vector<double> best(cell(lefts, rights) + 1, 0.0);
        std::vector<double> likeness(best.size(), 0.0);
        for (int i = lefts - 1; i >= 0; --i) {
            for (int j = rights - 1; j >= 0; --j) {
                const double like = likenessOf(gap.leftBegin + i, gap.rightBegin + j);
                likeness[cell(i, j)] = like;
                const double paired = like < minSimilarity ? 0.0 : like + best[cell(i + 1, j + 1)];
                best[cell(i, j)] = std::max({paired, best[cell(i + 1, j)], best[cell(i, j + 1)]});
            }
        }
        std::vector<std::pair<int, int>> pairs;
        int i = 0;
        int j = 0;
        while (i < lefts && j < rights) {
            const double like = likeness[cell(i, j)];
            if (like >= minSimilarity && like + best[cell(i + 1, j + 1)] >= best[cell(i, j)]) {
                pairs.emplace_back(gap.leftBegin + i++, gap.rightBegin + j++);
            } else if (best[cell(i + 1, j)] >= best[cell(i, j + 1)]) {
                ++i;
            } else {
                ++j;
            }
        }
        return pairs;
    }

    const Side m_left;
    const Side m_right;
    const bool m_ignoresSome;
    std::vector<AlignedRow> m_rows;
};

} // namespace

std::vector<AlignedRow> alignTexts(const AlignedText &left, const AlignedText &right,
                                   const AlignmentOptions &options)
{
    // Aligns in a fixed order, so that ties are resolved the same way if the texts are swapped.
    if (right.text < left.text) {
        std::vector<AlignedRow> rows = alignTexts(right, left, options);
        for (AlignedRow &row : rows)
            std::swap(row.left, row.right);
        return rows;
    }
    std::unordered_map<std::string, int> names;
    Side leftSide = sideOf(left, options, names);
    Side rightSide = sideOf(right, options, names);
    return Aligner(std::move(leftSide), std::move(rightSide), options).align();
}

double sharedLines(const AlignedText &left, const AlignedText &right,
                   const AlignmentOptions &options)
{
    // The order matters only for long texts, whose matches are approximated.
    const bool isSwapped = right.text < left.text;
    std::unordered_map<std::string, int> names;
    const Side first = sideOf(isSwapped ? right : left, options, names);
    const Side second = sideOf(isSwapped ? left : right, options, names);
    const int all = first.filled + second.filled;
    if (all == 0)
        return 1;
    // An empty line has a name of its own, so every match is of two lines that are counted.
    return 2 * static_cast<double>(matchSequences(first.ids, second.ids).size()) / all;
}

AlignedPanes alignPanes(const AlignedText &base, const AlignedText &other,
                        const AlignmentOptions &options)
{
    AlignedPanes out;
    for (AlignedRow &row : alignTexts(other, base, options)) {
        if (row.isDifferent) {
            const auto place = static_cast<int>(out.base.size());
            if (!out.differences.empty() && out.differences.back().end == place)
                ++out.differences.back().end;
            else
                out.differences.push_back({place, place + 1});
        }
        out.base.push_back({std::move(row.right), row.isDifferent});
        out.other.push_back({std::move(row.left), row.isDifferent});
    }
    return out;
}

} // namespace loupe
