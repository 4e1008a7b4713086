// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/text/sequencematch.h"
#include "core/analysis/text/textalignment.h"

#include <algorithm>
#include <string>
#include <unordered_map>

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

} // namespace loupe
