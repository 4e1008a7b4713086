// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/text/textalignment.h"

#include "core/analysis/text/textdiff.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>

namespace loupe {

namespace {

bool isWordByte(char c)
{
    const auto byte = static_cast<unsigned char>(c);
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'
        || byte >= 0x80; // keeps multi-byte UTF-8 characters together
}

bool isBlank(char c)
{
    return c == ' ' || c == '\t';
}

/// Splits a line into words, runs of blanks, and single other characters.
std::vector<TextSpan> wordsOf(std::string_view line)
{
    std::vector<TextSpan> words;
    std::size_t at = 0;
    while (at < line.size()) {
        std::size_t end = at + 1;
        if (isWordByte(line[at])) {
            while (end < line.size() && isWordByte(line[end]))
                ++end;
        } else if (isBlank(line[at])) {
            while (end < line.size() && isBlank(line[end]))
                ++end;
        }
        words.push_back({static_cast<int>(at), static_cast<int>(end - at)});
        at = end;
    }
    return words;
}

std::string_view textOf(std::string_view line, TextSpan span)
{
    return line.substr(static_cast<std::size_t>(span.begin), static_cast<std::size_t>(span.length));
}

bool isContinuation(char c)
{
    return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

void addSpan(std::vector<TextSpan> &spans, TextSpan span)
{
    if (span.length <= 0)
        return;
    if (!spans.empty() && spans.back().begin + spans.back().length == span.begin)
        spans.back().length += span.length;
    else
        spans.push_back(span);
}

/// Removes the common prefix and suffix of one word changed into another.
void refine(std::string_view left, TextSpan &a, std::string_view right, TextSpan &b)
{
    const std::string_view one = textOf(left, a);
    const std::string_view other = textOf(right, b);
    const std::size_t shorter = std::min(one.size(), other.size());
    std::size_t head = 0;
    while (head < shorter && one[head] == other[head])
        ++head;
    const auto cuts = [](std::string_view text, std::size_t at) {
        return at < text.size() && isContinuation(text[at]);
    };
    while (head > 0 && (cuts(one, head) || cuts(other, head)))
        --head;
    std::size_t tail = 0;
    while (tail < shorter - head && one[one.size() - 1 - tail] == other[other.size() - 1 - tail])
        ++tail;
    while (tail > 0 && cuts(one, one.size() - tail))
        --tail;
    const auto shrink = [&](TextSpan &span) {
        span.begin += static_cast<int>(head);
        span.length -= static_cast<int>(head + tail);
    };
    shrink(a);
    shrink(b);
}

} // namespace

LineDifference compareLines(std::string_view left, std::string_view right)
{
    LineDifference out;
    const std::vector<TextSpan> leftWords = wordsOf(left);
    const std::vector<TextSpan> rightWords = wordsOf(right);
    std::unordered_map<std::string_view, int> names;
    const auto named = [&](std::string_view line, const std::vector<TextSpan> &words) {
        std::vector<int> ids;
        ids.reserve(words.size());
        for (const TextSpan word : words)
            ids.push_back(names.try_emplace(textOf(line, word), static_cast<int>(names.size()))
                              .first->second);
        return ids;
    };
    const std::vector<int> leftIds = named(left, leftWords);
    const std::vector<int> rightIds = named(right, rightWords);
    auto matches = matchSequences(leftIds, rightIds);
    double alike = 0;
    const auto weight = [](std::string_view line, const std::vector<TextSpan> &words) {
        double sum = 0;
        for (const TextSpan word : words)
            sum += isBlank(textOf(line, word).front()) ? 0 : word.length;
        return sum;
    };
    for (const auto &[i, j] : matches) {
        const TextSpan word = leftWords[static_cast<std::size_t>(i)];
        alike += isBlank(textOf(left, word).front()) ? 0 : word.length;
    }
    const double all = std::max(weight(left, leftWords), weight(right, rightWords));
    out.likeness = all > 0 ? alike / all : 1.0;
    matches.emplace_back(static_cast<int>(leftWords.size()), static_cast<int>(rightWords.size()));
    std::size_t i = 0;
    std::size_t j = 0;
    for (const auto &[nextLeft, nextRight] : matches) {
        const auto endLeft = static_cast<std::size_t>(nextLeft);
        const auto endRight = static_cast<std::size_t>(nextRight);
        if (endLeft - i == 1 && endRight - j == 1) {
            TextSpan a = leftWords[i];
            TextSpan b = rightWords[j];
            refine(left, a, right, b);
            addSpan(out.left, a);
            addSpan(out.right, b);
        } else {
            for (; i < endLeft; ++i)
                addSpan(out.left, leftWords[i]);
            for (; j < endRight; ++j)
                addSpan(out.right, rightWords[j]);
        }
        i = endLeft + 1;
        j = endRight + 1;
    }
    constexpr double tooLittle = 0.3;
    if (out.likeness < tooLittle) {
        out.left.clear();
        out.right.clear();
    }
    return out;
}

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
