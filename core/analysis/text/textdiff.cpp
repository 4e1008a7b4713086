// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/text/textdiff.h"

#include "core/analysis/text/logtext.h"

#include <algorithm>
#include <cstddef>
#include <sstream>
#include <unordered_set>

#include <dtl/dtl.hpp>

namespace loupe {

namespace {

/// The elements that the other side also has, with their indices; no others can match.
struct Shared {
    std::vector<int> elements;
    std::vector<int> places;
};

Shared sharedWith(std::span<const int> sequence, std::span<const int> other, std::size_t offset)
{
    const std::unordered_set<int> known(other.begin(), other.end());
    Shared out;
    for (std::size_t i = 0; i < sequence.size(); ++i) {
        if (!known.contains(sequence[i]))
            continue;
        out.elements.push_back(sequence[i]);
        out.places.push_back(static_cast<int>(offset + i));
    }
    return out;
}

} // namespace

std::vector<std::pair<int, int>> matchSequences(std::span<const int> left,
                                                std::span<const int> right)
{
    std::vector<std::pair<int, int>> matches;
    const std::size_t shorter = std::min(left.size(), right.size());
    std::size_t head = 0;
    while (head < shorter && left[head] == right[head]) {
        matches.emplace_back(static_cast<int>(head), static_cast<int>(head));
        ++head;
    }
    std::size_t tail = 0;
    while (tail < shorter - head && left[left.size() - 1 - tail] == right[right.size() - 1 - tail])
        ++tail;
    const auto leftMiddle = left.subspan(head, left.size() - head - tail);
    const auto rightMiddle = right.subspan(head, right.size() - head - tail);
    const Shared a = sharedWith(leftMiddle, rightMiddle, head);
    const Shared b = sharedWith(rightMiddle, leftMiddle, head);
    if (!a.elements.empty() && !b.elements.empty()) {
        dtl::Diff<int> diff(a.elements, b.elements);
        diff.onHuge(); // limits the memory if there is little in common
        diff.compose();
        int lastLeft = -1;
        int lastRight = -1;
        for (const auto &[element, info] : diff.getSes().getSequence()) {
            if (info.type != dtl::SES_COMMON)
                continue;
            const auto i = static_cast<int>(info.beforeIdx) - 1;
            const auto j = static_cast<int>(info.afterIdx) - 1;
            if (i <= lastLeft || j <= lastRight)
                continue;
            lastLeft = i;
            lastRight = j;
            matches.emplace_back(a.places[static_cast<std::size_t>(i)],
                                 b.places[static_cast<std::size_t>(j)]);
        }
    }
    for (std::size_t i = tail; i > 0; --i)
        matches.emplace_back(static_cast<int>(left.size() - i), static_cast<int>(right.size() - i));
    return matches;
}

namespace {

constexpr std::size_t maxLines = 20000;

std::vector<std::string> copiedLines(std::string_view text)
{
    const std::vector<std::string_view> lines = textLines(text);
    return {lines.begin(), lines.end()};
}

} // namespace

std::string unifiedDiff(std::string_view before, std::string_view after)
{
    const std::vector<std::string> from = copiedLines(before);
    const std::vector<std::string> to = copiedLines(after);
    if (from == to)
        return {};
    if (from.size() > maxLines || to.size() > maxLines)
        return "(more than 20 000 lines: not compared)\n";
    dtl::Diff<std::string> diff(from, to);
    diff.onHuge();
    diff.compose();
    diff.composeUnifiedHunks();
    std::ostringstream out;
    diff.printUnifiedFormat(out);
    return out.str();
}

} // namespace loupe
